procedure main()
{
  x := ;
}
//~ error@3:8: expected an expression, found `;`

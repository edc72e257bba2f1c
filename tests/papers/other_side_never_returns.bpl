procedure foo(z: int, x: int) // After "Fault localization & relevance analysis", section 2.5.
{
    var y: int;


    if(x==0)
    {
        if(z==0)
        {
            y := 1;
        }
        else
        {
            while(true)
            {

            }
        }
        assert(false);
    }
}

procedure a() {
  /* never
//~ error@2:3: this comment does not end

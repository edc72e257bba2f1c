//! Output that is not what was expected: the value, the text or the decision that made it so.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// The value that was printed is not the expected one.
#[test]
fn a_wrong_value() {
    rows(
        "explain",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a, b;
  scanf("%d %d", &a, &b);
  int unused = a * 2;
  int sum = a - b;
  printf("sum %d\n", sum);
  return unused - 2 * a;
}
"#,
                    stdin: "3 4\n",
                    wanted: Some("sum 7\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 7: line 1 of the output: sum is -1, expected 7
                lines [4,6] [4,6]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n, sum = 0;
  scanf("%d", &n);
  for (int i = 1; i < n; i++)
    sum += i;
  printf("%d\n", sum);
  return 0;
}
"#,
                    stdin: "3\n",
                    wanted: Some("6\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 7: line 1 of the output: sum is 3, expected 6
                lines [3,4,5,6] [3,4,5,6]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
struct pair { int first, second; };
static void swap(struct pair *p) {
  p->first = p->second;
  p->second = p->first;
}
int main(void) {
  struct pair p = { 1, 2 };
  swap(&p);
  printf("%d %d\n", p.first, p.second);
  return 0;
}
"#,
                    wanted: Some("2 1\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 10: line 1 of the output: p.second is 2, expected 1
                lines [4,5,8,9] [4,5,8]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (int i = 1; i <= 3; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->value = i * i;
    made->next = head;
    head = made;
  }
  printf("%d\n", head->value);
  return 0;
}
"#,
                    wanted: Some("1\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 14: line 1 of the output: head->value is 9, expected 1
                lines [6,7,8,10,11,12] [6,7,10,12]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  char text[20];
  int n = 12;
  sprintf(text, "%d", n + 1);
  printf("[%s]\n", text);
  return 0;
}
"#,
                    wanted: Some("[12]\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 5: line 1 of the output: n + 1 is 13, expected 12
                    lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <string.h>
int main(void) {
  char name[10];
  strcpy(name, "ada");
  name[0] = 'e';
  printf("%s\n", name);
  return 0;
}
"#,
                    wanted: Some("ada\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 7: line 1 of the output: name is eda, expected ada
                lines [6] [5,6]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static void print(int n) {
  char digits[12];
  int count = 0;
  while (n > 0) {
    digits[count++] = '0' + n % 10;
    n /= 10;
  }
  for (int i = 0; i < count; i++)
    putchar(digits[i]);
  putchar('\n');
}
int main(void) {
  print(12);
  return 0;
}
"#,
                    wanted: Some("12\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 10: line 1 of the output: digits[i] is 2, expected 1
                lines [4,5,6,7,9,14] [6,7,9,14]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double price = 9.99;
  double total = price * 3;
  printf("%.2f\n", total);
  return 0;
}
"#,
                    wanted: Some("19.98\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output: total is 29.97, expected 19.98
                lines [3,4] [3,4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a[3] = { 4, 9, 2 };
  int best = 0;
  for (int i = 0; i < 3; i++)
    if (a[i] > a[best])
      best = i;
  printf("%*d\n", 3, best);
  return 0;
}
"#,
                    wanted: Some("  0\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 8: line 1 of the output: best is 1, expected 0
                lines [3,4,5,6,7] [3,4,5,7]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  unsigned mask = 0xf0;
  mask |= 0x0e;
  printf("%x\n", mask);
  return 0;
}
"#,
                    wanted: Some("ff\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output: mask is fe, expected ff
                lines [3,4] [3,4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  static const char *const days[] = { "mon", "tue", "wed" };
  int day;
  scanf("%d", &day);
  printf("%s\n", days[1]);
  return 0;
}
"#,
                    stdin: "1\n",
                    wanted: Some("mon\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 6: line 1 of the output: days[1] is tue, expected mon
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a;
  scanf("%d", &a);
  const char *answer = "no";
  if (a > 3)
    answer = "yes";
  puts(answer);
  return 0;
}
"#,
                    stdin: "2\n",
                    wanted: Some("yes\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 8: line 1 of the output: answer is no, expected yes
                    lines [4,5,6] [4,5]"#]],
            ),
        ],
    );
}

/// Something is missing, too much, in another order, or written in another way.
#[test]
fn missing_extra_and_other_text() {
    rows(
        "explain",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n;
  scanf("%d", &n);
  if (n > 10)
    printf("big\n");
  printf("done\n");
  return 0;
}
"#,
                    stdin: "10\n",
                    wanted: Some("big\ndone\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output is "done", expected "big": n > 10 is false
                lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n;
  scanf("%d", &n);
  for (int i = 0; i <= n; i++)
    printf("*");
  printf("\n");
  return 0;
}
"#,
                    stdin: "2\n",
                    wanted: Some("**\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output is "***", expected "**": i <= n is true
                lines [4,5] [4,5]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int age;
  scanf("%d", &age);
  if (age > 18)
    puts("adult");
  else
    puts("minor");
  return 0;
}
"#,
                    stdin: "18\n",
                    wanted: Some("adult\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output is "minor", expected "adult": age > 18 is false
                lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a, b;
  scanf("%d %d", &a, &b);
  printf("%d %d\n", b, a);
  return 0;
}
"#,
                    stdin: "1 2\n",
                    wanted: Some("1 2\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 1 of the output: b is 2, expected 1
                lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("%d%d\n", 1, 2);
  return 0;
}
"#,
                    wanted: Some("1 2\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 3: line 1 of the output is "12", expected "1 2": a space is missing
                    lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 5;
  printf("total: %d\n", n);
  printf("end\n");
  return 0;
}
"#,
                    wanted: Some("Total: 5\nend\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 4: line 1 of the output is "total: 5", expected "Total: 5": "total:" stands for "Total:"
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  for (int i = 0; i < 2; i++)
    printf("%d", i);
  printf("\n");
  return 0;
}
"#,
                    wanted: Some("0\n1\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 4: line 1 of the output is "01", expected "0": a new line is missing
                lines [3] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("Enter a number: ");
  int n;
  scanf("%d", &n);
  printf("%d\n", n * n);
  return 0;
}
"#,
                    stdin: "4\n",
                    wanted: Some("16\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 3: line 1 of the output is "Enter a number: 16", expected "16": "Enter a number:" is too much
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n;
  scanf("%d", &n);
  int square = n * n;
  return square < 0;
}
"#,
                    stdin: "4\n",
                    wanted: Some("16\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 6: line 1 of the output is missing: "16"
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n;
  scanf("%d", &n);
  if (n < 3)
    exit(0);
  printf("%d\n", n);
  return 0;
}
"#,
                    stdin: "2\n",
                    wanted: Some("2\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 6: line 1 of the output is missing: "2": n < 3 is true
                lines [5] [5]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("%c\n", 65 + 1);
  return 0;
}
"#,
                    wanted: Some("A\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 3: line 1 of the output: 65 + 1 is B, expected A
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a\n");
  puts("b");
  printf("%d\n", 3 - 1);
  return 0;
}
"#,
                    wanted: Some("a\nb\n3\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 5: line 3 of the output: 3 - 1 is 2, expected 3
                lines [] [4]"#]],
            ),
        ],
    );
}

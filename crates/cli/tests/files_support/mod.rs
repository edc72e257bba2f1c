//! Random programs over files: what they print is the same natively and in a run.

use crate::rng::Rng;

/// What every program begins with: results are printed with the reason of a failure.
const HEAD: &str = r#"#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static FILE *f[2];
static int d[2] = { -1, -1 };
static char text[64];
static int number;
static void show(int line, long result, int failed)
{
    printf("%d: %ld", line, result);
    if (failed)
        printf(" (%s)", strerror(errno));
    printf("\n");
}
#define NUMBER(x) do { long r; errno = 0; r = (x); show(__LINE__, r, r < 0); } while (0)
#define STREAM(i, x) do { if (f[i]) { errno = 0; NUMBER(x); printf("  eof %d error %d\n", !!feof(f[i]), !!ferror(f[i])); } } while (0)
static int by_name(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static void list(const char *name)
{
    char *names[32];
    int count = 0, i;
    DIR *dir = opendir(name);
    struct dirent *entry;
    if (!dir) { printf("%s: %s\n", name, strerror(errno)); return; }
    while ((entry = readdir(dir)) && count < 32)
        if (entry->d_name[0] != '.')
            names[count++] = strdup(entry->d_name);
    closedir(dir);
    qsort(names, count, sizeof *names, by_name);
    for (i = 0; i < count; i++) { printf("%s/%s\n", name, names[i]); free(names[i]); }
}
static void dump(const char *name)
{
    FILE *file = fopen(name, "r");
    int c;
    if (!file) { printf("%s: %s\n", name, strerror(errno)); return; }
    printf("%s:", name);
    while ((c = fgetc(file)) != EOF) printf(" %d", c);
    printf("\n");
    fclose(file);
}
static void kind(const char *name)
{
    struct stat st;
    if (stat(name, &st)) { printf("%s: %s\n", name, strerror(errno)); return; }
    printf("%s: %d %ld\n", name, S_ISDIR(st.st_mode), S_ISDIR(st.st_mode) ? 0L : (long)st.st_size);
}
int main(void)
{
"#;

/// Streams and descriptors have files of their own: what one holds back, another one would miss.
const OF_STREAMS: [&str; 7] =
    ["a.txt", "b.txt", "sub/c.txt", "sub", "./a.txt", "sub/../b.txt", "a.txt/x"];
const OF_DESCRIPTORS: [&str; 6] = ["p.txt", "q.txt", "sub/r.txt", "none/x", "sub", "sub//r.txt"];

/// A program of so many operations.
pub(crate) fn program(rng: &mut Rng, operations: usize) -> String {
    let mut text = String::from(HEAD);
    for _ in 0..operations {
        text.push_str("    ");
        text.push_str(&operation(rng));
        text.push('\n');
    }
    text.push_str(
        "    for (int i = 0; i < 2; i++) { if (f[i]) fclose(f[i]); if (d[i] >= 0) close(d[i]); }\n",
    );
    for name in ["a.txt", "b.txt", "sub/c.txt", "p.txt", "q.txt", "sub/r.txt"] {
        text.push_str(&format!("    kind(\"{name}\"); dump(\"{name}\");\n"));
    }
    text.push_str("    list(\".\"); list(\"sub\");\n    return 0;\n}\n");
    text
}

fn pick<'a>(rng: &mut Rng, all: &[&'a str]) -> &'a str {
    rng.pick::<&str>(all)
}

fn operation(rng: &mut Rng) -> String {
    let i = rng.below(2);
    let name = pick(rng, &OF_STREAMS);
    let own = pick(rng, &OF_DESCRIPTORS);
    let number = rng.below(9);
    let whence = pick(rng, &["SEEK_SET", "SEEK_CUR", "SEEK_END"]);
    match rng.below(26) {
        0..=4 => {
            let mode = pick(rng, &["r", "r", "w", "a", "r+", "w+", "a+", "wx", "rb"]);
            // The other stream has the other half of the files.
            let name = if i == 0 { name } else { pick(rng, &["b.txt", "none", "sub/../b.txt"]) };
            let name = if i == 0 && name.contains('b') { "a.txt" } else { name };
            format!(
                "if (!f[{i}]) {{ errno = 0; f[{i}] = fopen(\"{name}\", \"{mode}\"); show(__LINE__, f[{i}] != 0, !f[{i}]); }}"
            )
        }
        5 => format!("if (f[{i}]) {{ NUMBER(fclose(f[{i}])); f[{i}] = 0; }}"),
        6 => write(i, &format!("fputc('{}', f[{i}])", (b'a' + number as u8) as char)),
        7 => write(i, &format!("fprintf(f[{i}], \"%d %s\\n\", {number}, \"xy\")")),
        8 => write(i, &format!("fputs(\"{number} line\\n\", f[{i}]) < 0")),
        9 => write(i, &format!("(long)fwrite(\"0123456789\", 2, {number} % 5, f[{i}])")),
        10 => read(i, &format!("fgetc(f[{i}])")),
        11 => read(i, &format!("fgets(text, {}, f[{i}]) ? (long)strlen(text) : -7", number + 1)),
        12 => read(i, &format!("(long)fread(text, 2, {number} % 5, f[{i}])")),
        13 => read(i, &format!("fscanf(f[{i}], \"%d\", &number)")),
        14 => read(i, &format!("fscanf(f[{i}], \"%5s\", text)")),
        15 => read(
            i,
            &format!("fgetc(f[{i}]) != EOF && ungetc('q', f[{i}]) == 'q' ? fgetc(f[{i}]) : -9"),
        ),
        16 => format!("STREAM({i}, fseek(f[{i}], {} - 3, {whence}));", number),
        17 => format!(
            "STREAM({i}, ftell(f[{i}])); if (f[{i}]) {{ rewind(f[{i}]); clearerr(f[{i}]); }}"
        ),
        18 => {
            let flags = pick(
                rng,
                &[
                    "O_RDONLY",
                    "O_WRONLY | O_CREAT",
                    "O_RDWR | O_CREAT | O_TRUNC",
                    "O_RDWR | O_CREAT | O_EXCL",
                    "O_WRONLY | O_CREAT | O_APPEND",
                    "O_RDWR",
                ],
            );
            format!(
                "if (d[{i}] < 0) {{ errno = 0; d[{i}] = open(\"{own}\", {flags}, 0644); show(__LINE__, d[{i}] >= 0, d[{i}] < 0); }}"
            )
        }
        19 => format!(
            "NUMBER(write(d[{i}], \"abcdefgh\", {number} % 8)); NUMBER(lseek(d[{i}], {number} - 2, {whence}));"
        ),
        20 => format!(
            "memset(text, 0, sizeof text); NUMBER(read(d[{i}], text, {number})); printf(\"%s\\n\", text);"
        ),
        21 => format!("if (d[{i}] >= 0) {{ NUMBER(close(d[{i}])); d[{i}] = -1; }}"),
        22 => format!("NUMBER(unlink(\"{own}\")); NUMBER(access(\"{name}\", R_OK));"),
        23 => format!(
            "NUMBER(mkdir(\"{}\", 0755)); NUMBER(rmdir(\"{}\"));",
            pick(rng, &["sub", "new", "none/x", "p.txt"]),
            pick(rng, &["sub", "new", "none", "q.txt"])
        ),
        24 => {
            let names = ["p.txt", "q.txt", "sub/r.txt", "none"];
            format!(
                "NUMBER(rename(\"{}\", \"{}\"));",
                pick(rng, &names),
                pick(rng, &["p.txt", "q.txt", "sub/r.txt", "sub", "none/x"])
            )
        }
        _ => format!("kind(\"{name}\"); NUMBER(remove(\"{own}\")); list(\"sub\");"),
    }
}

/// Between reading and writing there has to be a change of the place; what is written is not held back.
fn write(i: usize, call: &str) -> String {
    format!(
        "if (f[{i}]) fseek(f[{i}], 0, SEEK_CUR); STREAM({i}, {call}); if (f[{i}]) fflush(f[{i}]);"
    )
}

fn read(i: usize, call: &str) -> String {
    format!(
        "if (f[{i}]) fseek(f[{i}], 0, SEEK_CUR); number = 0; text[0] = 0; STREAM({i}, {call}); printf(\"  %d %.5s\\n\", number, text);"
    )
}

use super::super::testing::{Memory, Random, c_literal, run_c};
use super::{ScanSource, scan};

/// Bytes of every target; each argument points to one.
const SLOT: usize = 40;
const SLOTS: usize = 3;

/// Result, the slots' bytes, and how much of the input is left.
fn scanned(input: &[u8], format: &[u8], from_string: bool) -> (i32, Vec<u8>, usize) {
    let mut memory = Memory::new();
    let format = memory.add(&[format, b"\0"].concat());
    let slots = memory.add(&[b'.'; SLOT * SLOTS]);
    let text = memory.add(&[input, b"\0"].concat());
    memory.arguments = (0..SLOTS).map(|index| slots + (index * SLOT) as u64).collect();
    memory.input = input.to_vec();
    let source = if from_string { ScanSource::String(text) } else { ScanSource::Stdin };
    let (result, _) = scan(&mut memory, source, format).expect("the test memory never stops");
    (result, memory.at(slots, SLOT * SLOTS).to_vec(), input.len() - memory.position)
}

/// Expected: the result, the text left, and the first slot's first bytes.
fn check(input: &str, format: &str, result: i32, left: &str, first: &[u8]) {
    let (value, slots, remaining) = scanned(input.as_bytes(), format.as_bytes(), false);
    let found = (value, &input[input.len() - remaining..], &slots[..first.len()]);
    assert_eq!(found, (result, left, first), "{input:?} by {format:?}");
    let (value, slots, _) = scanned(input.as_bytes(), format.as_bytes(), true);
    assert_eq!((value, &slots[..first.len()]), (result, first), "string {input:?} by {format:?}");
}

#[test]
fn integers() {
    check("  42x", "%d", 1, "x", &[42, 0, 0, 0, b'.']);
    check("-1", "%hhd", 1, "", &[0xff, b'.']);
    check("", "%d", -1, "", b".");
    check("x", "%d", 0, "x", b".");
    check("-x", "%d", 0, "x", b".");
    check("12345", "%3d", 1, "45", &[123, 0, 0, 0]);
    check("0x1fg", "%i", 1, "g", &[31, 0, 0, 0]);
    check("0xg", "%x", 1, "g", &[0, 0, 0, 0]);
    check("0778", "%i", 1, "8", &[63, 0, 0, 0]);
    check("99999999999", "%d", 1, "", &99999999999u64.to_le_bytes()[..4]);
    check("99999999999999999999", "%ld", 1, "", &i64::MAX.to_le_bytes());
    check("1,2", "%d,%d", 2, "", &[1, 0, 0, 0]);
    check("1;2", "%d,%d", 1, ";2", &[1, 0, 0, 0]);
    check("1 2", "%*d %d", 1, "", &[2, 0, 0, 0]);
    check("5 %", "%d %%", 1, "", &[5, 0, 0, 0]);
    check("abc", "abc%n", 0, "", &[3, 0, 0, 0]);
    check("(nil)", "%p", 1, "", &[0; 8]);
}

#[test]
fn text() {
    check("  ab cd", "%s", 1, " cd", b"ab\0.");
    check("abcdef", "%3s", 1, "def", b"abc\0.");
    check(" a", "%c", 1, "a", b" .");
    check(" a", " %c", 1, "", b"a.");
    check("abc", "%2c", 1, "c", b"ab.");
    check("abc1", "%[a-z]", 1, "1", b"abc\0.");
    check("1", "%[a-z]", 0, "1", b".");
    check("ab]c", "%[]a-c]", 1, "", b"ab]c\0.");
    check("ab\ncd", "%[^\n]", 1, "\ncd", b"ab\0.");
    check("   ", "%s", -1, "", b".");
    check("\n x", "\n", 0, "x", b".");
}

#[test]
fn floats() {
    check("1.5x", "%lf", 1, "x", &1.5f64.to_le_bytes());
    check("1.5", "%f", 1, "", &[0, 0, 0xc0, 0x3f, b'.']);
    check("1e", "%lf", 1, "", &1f64.to_le_bytes());
    check("0x1p3", "%lf", 1, "", &8f64.to_le_bytes());
    check("-inf", "%lf", 1, "", &f64::NEG_INFINITY.to_le_bytes());
    check("nap", "%lf", 0, "", b".");
    check(".", "%lf", 0, "", b".");
    check("-", "%lf", 0, "", b".");
}

fn random_case(random: &mut Random) -> (Vec<u8>, Vec<u8>) {
    let mut format = Vec::new();
    for _ in 0..random.below(3) + 1 {
        format.extend_from_slice(random.pick(&["", "", " ", ",", "a", "%%", "\n"]).as_bytes());
        format.push(b'%');
        if random.one_in(6) {
            format.push(b'*');
        }
        if random.one_in(3) {
            format.extend_from_slice((random.below(9) + 1).to_string().as_bytes());
        }
        let conversion = random.pick(&[
            "d", "i", "u", "o", "x", "X", "hhd", "hd", "ld", "lld", "hhu", "lu", "zu", "jd", "li",
            "p", "f", "lf", "e", "lg", "la", "[a-e1-4]", "[^ ,]", "[]x-]", "[^]0-9]", "[a-]", "n",
            "hn", "ln", "9s", "9c", "d", "d",
        ]);
        // Unbounded text could overrun the slots.
        let bounded = format.last().is_some_and(u8::is_ascii_digit);
        match conversion {
            "9s" | "9c" if bounded => format.push(conversion.as_bytes()[1]),
            "n" | "hn" | "ln" if bounded || format.ends_with(b"*") => format.push(b'd'),
            _ => format.extend_from_slice(conversion.as_bytes()),
        }
    }
    let pieces = [
        "1",
        "0",
        "42",
        "-",
        "+",
        " ",
        "  ",
        ",",
        "a",
        "b",
        "x",
        "0x",
        "0x1f",
        "7",
        "8",
        "9",
        ".",
        "e",
        "E5",
        "p",
        "p-3",
        "inf",
        "INFINITY",
        "nan",
        "na",
        "%",
        "\n",
        "\t",
        "abc",
        "1.5e3",
        "99999999999999999999",
        "4294967296",
        "2147483648",
        "-9223372036854775809",
        "(nil)",
        "]",
        "0.1",
        ".5",
        "1e",
        "1e+",
        "3.4028236e38",
        "123456789",
    ];
    let mut input = Vec::new();
    for _ in 0..random.below(6) {
        input.extend_from_slice(random.pick(&pieces).as_bytes());
    }
    input.truncate(38);
    (input, format)
}

/// Thousands of random formats and texts against the system's own `scanf`.
#[test]
fn agrees_with_the_system() {
    let mut random = Random(2);
    let cases: Vec<_> = (0..6000).map(|_| random_case(&mut random)).collect();
    let mut source = String::from(
        "#include <stdio.h>\n#include <string.h>\nstatic const struct { const char *text, *format; } cases[] = {\n",
    );
    for (input, format) in &cases {
        source.push_str(&format!("{{ {}, {} }},\n", c_literal(input), c_literal(format)));
    }
    source.push_str(&format!(
        "}};\nint main(void) {{
           for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {{
             static char s[{SLOT} * {SLOTS}], t[{SLOT} * {SLOTS}];
             memset(s, '.', sizeof s); memset(t, '.', sizeof t);
             FILE *f = tmpfile();
             fputs(cases[k].text, f); rewind(f);
             int r = fscanf(f, cases[k].format, s, s + {SLOT}, s + 2 * {SLOT});
             int left = 0;
             while (getc(f) != EOF) left++;
             fclose(f);
             int q = sscanf(cases[k].text, cases[k].format, t, t + {SLOT}, t + 2 * {SLOT});
             if (q != r || memcmp(s, t, sizeof s)) left = -1;
             printf(\"%d %d \", r, left);
             for (unsigned i = 0; i < sizeof s; i++) printf(\"%02x\", (unsigned char)s[i]);
             puts(\"\");
           }}
           return 0;
         }}\n"
    ));
    let Some(expected) = run_c("scanf", &source) else { return };
    let expected = String::from_utf8(expected).expect("the program prints ASCII");
    for ((input, format), line) in cases.iter().zip(expected.lines()) {
        let (result, slots, left) = scanned(input, format, false);
        let hex: String = slots.iter().map(|byte| format!("{byte:02x}")).collect();
        let (input, format) = (String::from_utf8_lossy(input), String::from_utf8_lossy(format));
        assert_eq!(format!("{result} {left} {hex}"), line, "{input:?} by {format:?}");
        let (string_result, string_slots, _) = scanned(input.as_bytes(), format.as_bytes(), true);
        assert_eq!(
            (string_result, string_slots),
            (result, slots),
            "string {input:?} by {format:?}"
        );
    }
}

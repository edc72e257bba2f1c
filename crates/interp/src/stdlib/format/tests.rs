use super::super::testing::{Memory, Random, c_literal, run_c};
use super::format;

/// An argument of a `printf` call.
#[derive(Clone, Debug)]
enum Argument {
    Int(i64),
    Double(f64),
    Text(Vec<u8>),
}

fn formatted(text: &[u8], arguments: &[Argument], long_bytes: u8) -> Vec<u8> {
    let mut memory = Memory::new();
    memory.long_bytes = long_bytes;
    let address = memory.add(&[text, b"\0"].concat());
    memory.arguments = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Int(value) => *value as u64,
            Argument::Double(value) => value.to_bits(),
            Argument::Text(bytes) => memory.add(&[bytes, &b"\0"[..]].concat()),
        })
        .collect();
    format(&mut memory, address).expect("the test memory never stops").text
}

fn check(text: &str, arguments: &[Argument], expected: &str) {
    let result = formatted(text.as_bytes(), arguments, 8);
    assert_eq!(String::from_utf8_lossy(&result), expected, "{text:?}");
}

use Argument::{Double, Int, Text};

#[test]
fn integers() {
    check("100%%", &[], "100%");
    check("%d|%i|%u", &[Int(-5), Int(7), Int(-1)], "-5|7|4294967295");
    check(
        "%hhd %hd %ld %lld",
        &[Int(300), Int(70000), Int(-1), Int(i64::MIN)],
        "44 4464 -1 -9223372036854775808",
    );
    check(
        "[%5d] [%-5d] [%05d] [%+d] [% d]",
        &[const { Int(42) }; 5],
        "[   42] [42   ] [00042] [+42] [ 42]",
    );
    check(
        "[%.3d] [%8.3d] [%08.3d] [%.0d]",
        &[Int(7), Int(7), Int(7), Int(0)],
        "[007] [     007] [     007] []",
    );
    check(
        "%#x %#o %#X %#x %#.0o",
        &[Int(255), Int(8), Int(255), Int(0), Int(0)],
        "0xff 010 0XFF 0 0",
    );
    check(
        "[%*d] [%-*d] [%*d] [%.*d]",
        &[Int(5), Int(1), Int(5), Int(2), Int(-5), Int(3), Int(-1), Int(4)],
        "[    1] [2    ] [3    ] [4]",
    );
    check("%2$d %1$d %2$d", &[Int(1), Int(2)], "2 1 2");
    check("%p %p", &[Int(0), Int(0x1234)], "(nil) 0x1234");
    check("%c%c", &[Int(65), Int(0x142)], "AB");
}

#[test]
fn four_byte_long() {
    let result = formatted(b"%ld %zu %lld", &[Int(-1), Int(-1), Int(1 << 40)], 4);
    assert_eq!(result, b"-1 4294967295 1099511627776");
}

#[test]
fn strings() {
    let hello = || Text(b"hello".to_vec());
    check(
        "[%s] [%8s] [%-8s] [%.3s]",
        &[hello(), hello(), hello(), hello()],
        "[hello] [   hello] [hello   ] [hel]",
    );
    check("[%s] [%.3s]", &[Int(0), Int(0)], "[(null)] []");
    check("%y%", &[], "%y");
    let wide = b"h\0\0\0\xe9\0\0\0\0\0\0\0".to_vec();
    check("%ls|%.2ls|%lc", &[Text(wide.clone()), Text(wide), Int(0x20ac)], "hé|h|€");
}

#[test]
fn precision_bounds_the_read() {
    let mut memory = Memory::new();
    let text = memory.add(b"%.3s\0");
    // The last three bytes of the memory: a fourth read would be out of range.
    let unterminated = memory.add(b"abc");
    memory.arguments = vec![unterminated];
    assert_eq!(format(&mut memory, text).expect("no stop").text, b"abc");
}

#[test]
fn count_so_far() {
    let mut memory = Memory::new();
    let text = memory.add(b"ab%hhncd%n\0");
    let counts = memory.add(&[0xff; 8]);
    memory.arguments = vec![counts, counts + 4];
    assert_eq!(format(&mut memory, text).expect("no stop").text, b"abcd");
    assert_eq!(memory.at(counts, 8), [2, 0xff, 0xff, 0xff, 4, 0, 0, 0]);
}

#[test]
fn floats() {
    check("%f %.0f %#.0f", &[Double(1.5), Double(2.5), Double(2.5)], "1.500000 2 2.");
    check(
        "%e %E %.0e",
        &[Double(12345.678), Double(0.0), Double(2.5)],
        "1.234568e+04 0.000000E+00 2e+00",
    );
    check(
        "%g %g %g %#g",
        &[Double(0.0001), Double(0.00001), Double(1e6), Double(1.0)],
        "0.0001 1e-05 1e+06 1.00000",
    );
    check("%.30f", &[Double(0.1)], "0.100000000000000005551115123126");
    check(
        "[%8.2f] [%-8.2f] [%08.2f] [%+.1f]",
        &[const { Double(3.125) }; 4],
        "[    3.12] [3.12    ] [00003.12] [+3.1]",
    );
    check(
        "%f %F [%05f]",
        &[Double(f64::INFINITY), Double(-f64::INFINITY), Double(f64::NAN)],
        "inf -INF [  nan]",
    );
    check(
        "%a %a %.1a %a %La",
        &[Double(1.0), Double(-0.5), Double(1.96875), Double(5e-324), Double(1.0)],
        "0x1p+0 -0x1p-1 0x2.0p+0 0x0.0000000000001p-1022 0x8p-3",
    );
}

fn random_double(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => f64::from_bits(random.bits()),
        1 => random.bits() as i32 as f64 / 8.0,
        2 => random.below(2000) as f64 / 16.0,
        3 => 10f64.powi(random.below(40) as i32 - 20) * random.pick(&[1.0, 0.5, 9.9999995, 2.5]),
        4 => {
            random.pick(&[0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 9.5, 99.5, 0.05, f64::INFINITY, f64::NAN])
        }
        5 => f64::from(f32::from_bits(random.bits() as u32)),
        6 => f64::from_bits(random.bits() >> random.below(64)),
        _ => (random.bits() as f64 / u64::MAX as f64 - 0.5) * 1000.0,
    }
}

fn random_case(random: &mut Random) -> (Vec<u8>, Vec<Argument>) {
    let mut spec = vec![b'%'];
    for flag in *b"-+ #0" {
        if random.one_in(4) {
            spec.push(flag);
        }
    }
    let mut arguments = Vec::new();
    for (introducer, one_in) in [(&b""[..], 2), (&b"."[..], 2)] {
        if !random.one_in(one_in) {
            continue;
        }
        spec.extend_from_slice(introducer);
        if random.one_in(4) {
            spec.push(b'*');
            arguments.push(Int(random.below(30) as i64 - 8));
        } else if !introducer.is_empty() || !random.one_in(3) {
            let number = random.pick(&[1, 2, 3, 5, 8, 10, 17, 25, 40]);
            spec.extend_from_slice(number.to_string().as_bytes());
        }
    }
    match random.below(8) {
        0..4 => {
            let length = random.pick(&["", "", "hh", "h", "l", "ll", "j", "z", "t"]);
            spec.extend_from_slice(length.as_bytes());
            spec.push(random.pick(b"diuoxX"));
            let value = (random.bits() as i64) >> random.below(64);
            arguments.push(Int(if random.one_in(8) { 0 } else { value }));
        }
        4..7 => {
            let conversion = random.pick(b"eEfFgGaA");
            let value = random_double(random);
            if random.one_in(6) && !(value.is_subnormal() && conversion.eq_ignore_ascii_case(&b'a'))
            {
                spec.push(b'L');
            }
            spec.push(conversion);
            arguments.push(Double(value));
        }
        _ if random.one_in(2) => {
            spec.push(b'c');
            arguments.push(Int(random.below(94) as i64 + 33));
        }
        _ => {
            spec.push(b's');
            let len = random.below(20);
            arguments.push(Text((0..len).map(|_| random.pick(b"abc xyz,%\\\"")).collect()));
        }
    }
    (spec, arguments)
}

fn c_argument(spec: &[u8], argument: &Argument) -> String {
    let has_long = spec.iter().any(|byte| matches!(byte, b'l' | b'j' | b'z' | b't'));
    match argument {
        Int(value) if has_long => format!("(long){value}UL"),
        Int(value) => format!("(int){value}L"),
        Double(value) => {
            let double = format!("bits({:#x}UL)", value.to_bits());
            if spec.contains(&b'L') { format!("(long double){double}") } else { double }
        }
        Text(bytes) => c_literal(bytes),
    }
}

/// Thousands of random conversions against the system's own `printf`.
#[test]
fn agrees_with_the_system() {
    let mut random = Random(1);
    let mut source = String::from(
        "#include <stdio.h>\n#include <string.h>\n\
         static double bits(unsigned long b) { double d; memcpy(&d, &b, 8); return d; }\n",
    );
    let cases: Vec<_> = (0..6000).map(|_| random_case(&mut random)).collect();
    for (chunk_index, chunk) in cases.chunks(500).enumerate() {
        source.push_str(&format!("static void part{chunk_index}(void) {{\n"));
        for (spec, arguments) in chunk {
            let stars = arguments.len() - 1;
            let list: Vec<_> = arguments
                .iter()
                .enumerate()
                .map(|(index, argument)| match argument {
                    Int(value) if index < stars => format!("(int){value}"),
                    _ => c_argument(spec, argument),
                })
                .collect();
            let spec = c_literal(&[spec, &b"\n"[..]].concat());
            source.push_str(&format!("printf({spec}, {});\n", list.join(", ")));
        }
        source.push_str("}\n");
    }
    source.push_str("int main(void) {\n");
    for index in 0..cases.len().div_ceil(500) {
        source.push_str(&format!("part{index}();\n"));
    }
    source.push_str("return 0; }\n");
    let Some(expected) = run_c("printf", &source) else { return };
    let lines: Vec<_> = expected.split(|&byte| byte == b'\n').collect();
    for ((spec, arguments), line) in cases.iter().zip(lines) {
        let result = formatted(spec, arguments, 8);
        assert_eq!(
            String::from_utf8_lossy(&result),
            String::from_utf8_lossy(line),
            "{} {arguments:?}",
            String::from_utf8_lossy(spec)
        );
    }
}

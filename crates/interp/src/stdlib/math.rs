//! The functions of `math.h` that C cannot express: values as the system's own library computes them.
//!
//! `float` versions are computed by the `float` routines, not by rounding a `double` result.
//! Approximated: the cube root and the inverse hyperbolic functions may differ from the system's in
//! the last bit.

use whydunit_program::MathFunction as F;

/// The value of the function; missing arguments count as NaN.
pub fn math(function: F, args: &[f64]) -> f64 {
    let argument = |index: usize| args.get(index).copied().unwrap_or(f64::NAN);
    let (x, y, z) = (argument(0), argument(1), argument(2));

    /// Arms that call a method of `f32` or `f64`, and the remaining arms.
    macro_rules! table {
        (methods { $($variant:ident: $method:ident($($extra:ident),*);)* } rest { $($arms:tt)* }) => {
            match function {
                $(F::$variant { float: true } => {
                    f64::from((x as f32).$method($($extra as f32),*))
                }
                F::$variant { float: false } => x.$method($($extra),*),)*
                $($arms)*
            }
        };
    }
    table!(
        methods {
            Sqrt: sqrt();
            Cbrt: cbrt();
            Sin: sin();
            Cos: cos();
            Tan: tan();
            Asin: asin();
            Acos: acos();
            Atan: atan();
            Atan2: atan2(y);
            Sinh: sinh();
            Cosh: cosh();
            Tanh: tanh();
            Asinh: asinh();
            Acosh: acosh();
            Atanh: atanh();
            Exp: exp();
            Exp2: exp2();
            Expm1: exp_m1();
            Log: ln();
            Log2: log2();
            Log10: log10();
            Log1p: ln_1p();
            Pow: powf(y);
            Hypot: hypot(y);
            Fma: mul_add(y, z);
        }
        rest {
            // Exact: the result of `float` arguments is a `float`.
            F::Floor { .. } => x.floor(),
            F::Ceil { .. } => x.ceil(),
            F::Round { .. } => x.round(),
            F::Trunc { .. } => x.trunc(),
            F::Rint { .. } | F::Nearbyint { .. } => x.round_ties_even(),
            F::Fmod { .. } => x % y,
            F::Fabs { .. } => x.abs(),
            F::Copysign { .. } => x.copysign(y),
            F::Fmin { .. } => extreme(x, y, x < y),
            F::Fmax { .. } => extreme(x, y, x > y),
        }
    )
}

/// `fmin` and `fmax`: a NaN loses against a number; of two equal values the second is taken.
fn extreme(x: f64, y: f64, first: bool) -> f64 {
    if first || y.is_nan() { x } else { y }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, run_c};
    use super::*;

    fn call(name: &str, args: &[f64]) -> f64 {
        math(F::from_name(name).expect(name), args)
    }

    #[test]
    fn values() {
        assert_eq!(call("sqrt", &[2.0]), std::f64::consts::SQRT_2);
        assert_eq!(call("sqrtf", &[2.0]), f64::from(std::f32::consts::SQRT_2));
        assert_eq!(call("pow", &[2.0, 10.0]), 1024.0);
        assert_eq!(call("fmod", &[-7.5, 2.0]), -1.5);
        assert_eq!(call("rint", &[2.5]), 2.0);
        assert_eq!(call("round", &[2.5]), 3.0);
        assert_eq!(call("fma", &[2.0, 3.0, 4.0]), 10.0);
        assert_eq!(call("atan2", &[0.0, -1.0]), std::f64::consts::PI);
    }

    /// Random arguments, with the special values among them.
    fn random_argument(random: &mut Random) -> f64 {
        match random.below(4) {
            0 => f64::from_bits(random.bits()),
            1 => random.pick(&[0.0, -0.0, 1.0, -1.0, 0.5, 2.5, f64::INFINITY, f64::NAN]),
            2 => f64::from(random.below(2000) as i32 - 1000) / 16.0,
            _ => (random.bits() as f64 / u64::MAX as f64 - 0.5) * 8.0,
        }
    }

    /// The same bits as the system's `math.h`, for both precisions.
    #[test]
    fn agrees_with_the_system() {
        let functions = [
            "sqrt",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "atan2",
            "sinh",
            "cosh",
            "tanh",
            "exp",
            "exp2",
            "expm1",
            "log",
            "log2",
            "log10",
            "log1p",
            "pow",
            "hypot",
            "fma",
            "floor",
            "ceil",
            "round",
            "trunc",
            "rint",
            "nearbyint",
            "fmod",
            "fabs",
            "copysign",
            "fmin",
            "fmax",
        ];
        let mut random = Random(3);
        let mut cases = Vec::new();
        for name in functions {
            for _ in 0..60 {
                let args = [(); 3].map(|()| random_argument(&mut random));
                cases.push((name.to_owned(), args));
                cases.push((format!("{name}f"), args.map(|arg| f64::from(arg as f32))));
            }
        }
        let mut source = String::from(
            "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n\
             static double d(unsigned long b) { double d; memcpy(&d, &b, 8); return d; }\n\
             static void out(double d) { unsigned long b; memcpy(&b, &d, 8);\n\
             printf(\"%lx\\n\", d != d ? 1UL : b); }\n\
             int main(void) {\n",
        );
        for (name, args) in &cases {
            let count = match name.trim_end_matches('f') {
                "fma" => 3,
                "atan2" | "pow" | "hypot" | "copysign" | "fmin" | "fmax" | "fmod" => 2,
                _ => 1,
            };
            let args: Vec<_> =
                args[..count].iter().map(|arg| format!("d({:#x}UL)", arg.to_bits())).collect();
            source.push_str(&format!("out({name}({}));\n", args.join(", ")));
        }
        source.push_str("return 0; }\n");
        let Some(expected) = run_c("math", &source) else { return };
        let expected = String::from_utf8(expected).expect("the program prints ASCII");
        for ((name, args), line) in cases.iter().zip(expected.lines()) {
            let value = call(name, args);
            let bits = if value.is_nan() { 1 } else { value.to_bits() };
            assert_eq!(format!("{bits:x}"), line, "{name} {args:?} = {value}");
        }
    }

    #[test]
    fn nan_loses() {
        assert_eq!(call("fmin", &[f64::NAN, 1.0]), 1.0);
        assert_eq!(call("fmin", &[1.0, f64::NAN]), 1.0);
        assert_eq!(call("fmax", &[f64::NAN, 1.0]), 1.0);
        assert!(call("fmax", &[f64::NAN, f64::NAN]).is_nan());
        assert_eq!(call("fmax", &[1.0, 2.0]), 2.0);
    }
}

//! The scalar types of the table and the values that are tried of each.

/// A scalar type of C as it is on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scalar {
    pub(crate) name: &'static str,
    pub(crate) bits: u32,
    pub(crate) class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Signed,
    Unsigned,
    Bool,
    Float,
}

const fn scalar(name: &'static str, bits: u32, class: Class) -> Scalar {
    Scalar { name, bits, class }
}

pub(crate) const SCHAR: Scalar = scalar("signed char", 8, Class::Signed);
pub(crate) const UCHAR: Scalar = scalar("unsigned char", 8, Class::Unsigned);
pub(crate) const SHORT: Scalar = scalar("short", 16, Class::Signed);
pub(crate) const USHORT: Scalar = scalar("unsigned short", 16, Class::Unsigned);
pub(crate) const INT: Scalar = scalar("int", 32, Class::Signed);
pub(crate) const UINT: Scalar = scalar("unsigned", 32, Class::Unsigned);
pub(crate) const LONG: Scalar = scalar("long", 64, Class::Signed);
pub(crate) const ULONG: Scalar = scalar("unsigned long", 64, Class::Unsigned);
pub(crate) const BOOL: Scalar = scalar("_Bool", 8, Class::Bool);
pub(crate) const CHAR: Scalar = scalar("char", 8, Class::Signed);
/// Without negative constants: gcc takes `unsigned`.
pub(crate) const ENUM: Scalar = scalar("enum plain", 32, Class::Unsigned);
/// With a negative constant: gcc takes `int`.
pub(crate) const NEGATIVE_ENUM: Scalar = scalar("enum negative", 32, Class::Signed);
pub(crate) const FLOAT: Scalar = scalar("float", 32, Class::Float);
pub(crate) const DOUBLE: Scalar = scalar("double", 64, Class::Float);

/// The integer types that differ in width or sign.
pub(crate) const INTEGERS: [Scalar; 8] = [SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG];
pub(crate) const ALL: [Scalar; 14] = [
    SCHAR,
    UCHAR,
    SHORT,
    USHORT,
    INT,
    UINT,
    LONG,
    ULONG,
    BOOL,
    CHAR,
    ENUM,
    NEGATIVE_ENUM,
    FLOAT,
    DOUBLE,
];

/// Declarations that the types need.
pub(crate) const PRELUDE: &str = "enum plain { PLAIN_A, PLAIN_B = 7 };\n\
     enum negative { NEGATIVE_A = -1, NEGATIVE_B = 7 };\n";

impl Scalar {
    pub(crate) fn is_float(self) -> bool {
        self.class == Class::Float
    }

    /// The bits as they are kept in a value of the type.
    pub(crate) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// An integer as C text; floating numbers have none that says every bit.
    pub(crate) fn literal(self, bits: u64) -> String {
        match (self.class, self.bits) {
            (Class::Signed, 64) if bits as i64 == i64::MIN => "(-9223372036854775807L - 1)".into(),
            (Class::Signed, 64) => format!("{}L", bits as i64),
            (Class::Signed, width) => {
                let shift = 64 - width;
                let value = ((bits << shift) as i64) >> shift;
                if value == i64::from(i32::MIN) {
                    "(-2147483647 - 1)".into()
                } else {
                    value.to_string()
                }
            }
            (Class::Unsigned, 64) => format!("{bits}UL"),
            (Class::Unsigned, 32) => format!("{}U", bits & 0xffff_ffff),
            _ => (bits & self.mask()).to_string(),
        }
    }

    /// The bits of a floating number.
    pub(crate) fn of_double(self, number: f64) -> u64 {
        if self.bits == 32 { u64::from((number as f32).to_bits()) } else { number.to_bits() }
    }

    /// Boundary values, as bits: the ends of the range and their neighbours, zero and its neighbours, powers of two and
    /// theirs, and a few without a pattern.
    pub(crate) fn boundary(self) -> Vec<u64> {
        if self.is_float() {
            return self.floats();
        }
        if self.class == Class::Bool {
            return vec![0, 1];
        }
        let top = 1_u64 << (self.bits - 1);
        let random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut values = vec![0, 1, u64::MAX, 2, 7, top, top - 1, top + 1, top - 2, top >> 1];
        values.extend([(top >> 1) + 1, (top >> 1) - 1, u64::MAX - 1, random, random >> 13]);
        for value in &mut values {
            *value &= self.mask();
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The most telling of them, for tables that are squares of tables.
    pub(crate) fn few(self) -> Vec<u64> {
        if self.is_float() || self.class == Class::Bool {
            return self.boundary();
        }
        let top = 1_u64 << (self.bits - 1);
        let all = [0, 1, u64::MAX, top, top - 1, 3, 0x9e37_79b9_7f4a_7c15];
        all.iter().map(|value| value & self.mask()).collect()
    }

    fn floats(self) -> Vec<u64> {
        let doubles = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            0.1,
            -2.75,
            1e10,
            -1e10,
            3e9,
            -3e9,
            2_147_483_647.0,
            2_147_483_648.0,
            -2_147_483_648.0,
            -2_147_483_649.0,
            4_294_967_295.0,
            4_294_967_296.0,
            9_223_372_036_854_774_784.0,
            9_223_372_036_854_775_808.0,
            -9_223_372_036_854_775_808.0,
            1.2e19,
            18_446_744_073_709_551_616.0,
            1e20,
            -1e20,
            127.9,
            128.0,
            -128.5,
            -129.0,
            255.5,
            256.0,
            65_535.5,
            70_000.0,
            -40_000.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            16_777_217.0,
            9_007_199_254_740_993.0,
        ];
        if self.bits == 64 {
            let special = [
                f64::MAX.to_bits(),
                f64::MIN_POSITIVE.to_bits(),
                1,
                0x8000_0000_0000_0001,
                0x7ff8_0000_0000_0000,
                0xfff8_0000_0000_0000,
                0x7ff8_0000_0000_1234,
                0x36a0_0000_0000_0000,
                0x47ef_ffff_f000_0000,
            ];
            return doubles.iter().map(|value| value.to_bits()).chain(special).collect();
        }
        let special = [
            f32::MAX.to_bits(),
            f32::MIN_POSITIVE.to_bits(),
            1,
            0x8000_0001,
            0x7fc0_0000,
            0xffc0_0000,
            0x7fc0_1234,
        ];
        let singles = doubles.iter().map(|&value| (value as f32).to_bits());
        singles.chain(special).map(u64::from).collect()
    }
}

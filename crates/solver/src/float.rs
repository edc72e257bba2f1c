//! Which operations are on floating-point numbers.

use whydunit_term::Op;

pub(crate) fn is_float(op: Op) -> bool {
    use Op::{
        FAdd, FConvert, FDiv, FEq, FFromSigned, FFromUnsigned, FLe, FLt, FMul, FSub, FToSigned,
        FToUnsigned,
    };
    matches!(
        op,
        FAdd | FSub
            | FMul
            | FDiv
            | FEq
            | FLt
            | FLe
            | FConvert(_)
            | FFromSigned(_)
            | FFromUnsigned(_)
            | FToSigned(_)
            | FToUnsigned(_)
    )
}

//! What roles and labels of relevant steps mean, in words for people who have not read a manual.

use crate::{Label, Role};

pub(super) const ROLES: [Role; 7] = [
    Role::Assign,
    Role::Input,
    Role::Condition,
    Role::Frame,
    Role::Check,
    Role::Call,
    Role::Declaration,
];
pub(super) const LABELS: [Label; 2] = [Label::Enforcing, Label::Admitting];

pub(super) fn role_in_words(role: Role) -> &'static str {
    match role {
        Role::Assign => "sets a value that the failure needs",
        Role::Input => "receives an input that the failure needs",
        Role::Condition => "had to go this way",
        Role::Frame => "something that then mattered could have been set here, and was not",
        Role::Check => "a check that was passed",
        Role::Call => "a call in which something mattered",
        Role::Declaration => "declares what the failing check is about",
    }
}

pub(super) fn label_in_words(label: Label) -> &'static str {
    match label {
        Label::Enforcing => {
            "* enforcing: the program itself sets this value, and another one would have led elsewhere"
        }
        Label::Admitting => {
            "@ admitting: the value comes from outside, and another one would have led elsewhere"
        }
    }
}

//! Tests of the sliding rules.

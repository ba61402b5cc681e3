/**
 * Ids of decisions (`D-101`), promises (`P1`), faults (`F1`), invariants (`I1`), threats (`T1`), mail rules (`M1`)
 * and points of the specification that are risky (`C1`).
 */
export const codePattern = /\b(?:D-[1-9]\d{2,3}|[PFITM][1-9]\d?|C(?:10|[1-9]))\b/g;

/** Pages that say what a code means. */
export const definingPages = /^docs\/(?:contract\/[^/]+|promises|threats|faults)\.md$/;

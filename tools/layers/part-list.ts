/**
 * The parts of large features (folders inside them), bottom first. A part imports lower parts only; files beside the folders hold
 * what all parts know, or put them together.
 */
export const partList: Readonly<Record<string, readonly (readonly string[])[]>> = {
  emails: [
    ['links', 'suppressions'],
    ['feedback'],
    ['tracking', 'sandbox'],
    ['delivery'],
    ['accept'],
    ['records', 'provider', 'received'],
    ['inbox'],
  ],
};

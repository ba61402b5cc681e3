/**
 * The parts of large features (folders inside them), bottom first. A part imports lower parts only; files beside the folders hold
 * what all parts know, or put them together.
 */
export const partList: Readonly<Record<string, readonly (readonly string[])[]>> = {
  emails: [
    ['links', 'suppressions'],
    ['feedback', 'texts'],
    ['tracking', 'sandbox'],
    ['delivery'],
    ['accept'],
    ['bulk'],
    ['records', 'provider', 'received'],
    ['inbox', 'timeline'],
  ],
  campaigns: [['figures'], ['run', 'preflight'], ['why']],
};

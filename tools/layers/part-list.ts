/**
 * The parts of large features (folders inside them), bottom first. A part imports lower parts only; files beside the folders hold
 * what all parts know, or put them together.
 */
export const partList: Readonly<Record<string, readonly (readonly string[])[]>> = {
  emails: [
    ['links', 'suppressions', 'figures', 'own-provider'],
    ['feedback', 'texts'],
    ['tracking', 'sandbox'],
    ['delivery'],
    ['accept'],
    ['bulk'],
    ['records', 'provider', 'received'],
    ['inbox', 'erasure'],
  ],
  billing: [['units'], ['payments']],
  campaigns: [['figures'], ['run', 'preflight']],
  history: [['timeline', 'why', 'summary', 'export']],
  reports: [['activity', 'analytics', 'setup'], ['stream']],
  webhooks: [['send']],
  workflows: [['steps'], ['executions'], ['calls', 'schedules', 'simulate'], ['removal']],
};

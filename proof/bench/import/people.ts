export interface ImportedPerson {
  email: string;
  data: Record<string, string | number>;
}

const plans = ['free', 'pro', 'team'];
const cities = ['Bonn', 'Köln', 'Essen', 'Ulm', 'Jena', 'Kiel'];

/** The same people every time: two columns of few values, one of many, one of numbers. */
export const people = (count: number): ImportedPerson[] =>
  Array.from({ length: count }, (_, n) => ({
    email: `p${n}@${n % 7}.example.com`,
    data: {
      'first name': `Ada ${n % 1_000}`,
      plan: plans[n % plans.length] ?? '',
      age: 18 + (n % 70),
      city: cities[n % cities.length] ?? '',
    },
  }));

export function csvOf(all: readonly ImportedPerson[]): string {
  const lines = all.map(({ email, data }) => [email, ...Object.values(data)].join(','));
  return ['email,first name,plan,age,city', ...lines, ''].join('\r\n');
}

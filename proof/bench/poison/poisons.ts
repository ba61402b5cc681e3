const items = Array.from({ length: 900 }, (_, n) => ({ t: 'x'.repeat(30), n: (n * 7) % 900 }));

/** T12: bodies that would take long, or for ever, each in its own way. */
export const poisons: readonly { readonly name: string; readonly mail: object }[] = [
  {
    name: 'a loop without end',
    mail: { body: '{% for a in (1..99999) %}{% for b in (1..99999) %}{% endfor %}{% endfor %}' },
  },
  { name: 'sorting again and again', mail: { body: '{% assign s = items | sort %}'.repeat(200), data: { items } } },
  { name: 'elements nested without end', mail: { body: '<div>'.repeat(100_000) } },
  {
    name: 'text that doubles',
    mail: { body: `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(60)}{{a}}` },
  },
  { name: 'tables inside tables', mail: { body: '<table><tr><td>'.repeat(30_000) } },
  { name: 'output without measure', mail: { body: `{% for a in (1..190000) %}${'y'.repeat(200)}{% endfor %}` } },
  {
    name: 'replacing in the large',
    mail: {
      body: `{% assign a = "${'ab'.repeat(2_000)}" %}${'{% assign a = a | replace: "a", "aa" %}'.repeat(40)}{{a}}`,
    },
  },
];

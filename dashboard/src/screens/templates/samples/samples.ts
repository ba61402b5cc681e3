import blank from './blank.html?raw';
import news from './news.html?raw';
import receipt from './receipt.html?raw';
import welcome from './welcome.html?raw';

/** A mail to begin with: real HTML that can be sent as it is, with the project's name in it. */
export interface Sample {
  readonly key: string;
  readonly name: string;
  readonly says: string;
  readonly type: 'TRANSACTIONAL' | 'MARKETING';
  readonly subject: string;
  readonly body: string;
  /** What its preview shows until a contact is chosen. */
  readonly values: Readonly<Record<string, unknown>>;
}

export const samples: readonly Sample[] = [
  {
    key: 'welcome',
    name: 'Welcome',
    says: 'Three steps for a new account',
    type: 'TRANSACTIONAL',
    subject: 'Welcome, {{first name ?? "friend"}}',
    body: welcome,
    values: { 'first name': 'Noor' },
  },
  {
    key: 'receipt',
    name: 'Receipt',
    says: 'A loop over what was bought',
    type: 'TRANSACTIONAL',
    subject: 'Your receipt for order {{order ?? "0000"}}',
    body: receipt,
    values: {
      'first name': 'Noor',
      order: '4812',
      total: '€ 15.60',
      items: [
        { name: 'Garden plan, one month', price: '€ 4.00' },
        { name: 'Winter lettuce, two packets', price: '€ 11.60' },
      ],
    },
  },
  {
    key: 'news',
    name: 'News of the month',
    says: 'Two stories and one thing to try',
    type: 'MARKETING',
    subject: 'What is new this month',
    body: news,
    values: { 'first name': 'Noor' },
  },
];

export const blankSample: Sample = {
  key: 'blank',
  name: 'Blank',
  says: 'One greeting in a column of 600 pixels',
  type: 'TRANSACTIONAL',
  subject: 'A subject to replace',
  body: blank,
  values: {},
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text of a sample for this project. Braces of the name are left out: they would be read as the template language. */
export function bodyFor({ body }: Sample, projectName: string): string {
  const name = projectName.replace(/[{}]/g, '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return body.replaceAll('[[project]]', () => name);
}

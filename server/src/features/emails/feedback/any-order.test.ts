import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Word } from '#testing/notice-yard';
import { noticeYard } from '#testing/notice-yard';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 2, 0, minute));
const words: readonly Word[] = [
  { kind: 'send', at: at(1) },
  { kind: 'delivery', at: at(2) },
  { kind: 'open', at: at(3) },
  { kind: 'click', at: at(4), link: 'https://acme.example/a', isFirstOfLink: true },
  { kind: 'bounce', at: at(5), bounceType: 'Permanent', isAboutAddress: true, diagnostic: '550 5.1.1 Nobody' },
  { kind: 'bounce', at: at(5), bounceType: 'Permanent', isAboutAddress: false, diagnostic: '550 5.7.1 No' },
  { kind: 'bounce', at: at(5), bounceType: 'Transient', isAboutAddress: false, diagnostic: '452 4.2.2 Full' },
  { kind: 'complaint', at: at(6), feedbackType: null },
];

/** Copies of what a provider says mean nothing; opens and clicks are told once each by whoever counts them. */
const isCounted = ({ kind }: Word): boolean => kind === 'open' || kind === 'click';

test('P14 I7 whatever is said, in any order, in any batches and with any copies: the same record, events and list', async () => {
  const yard = await noticeYard();
  const story = fc
    .tuple(
      fc.uniqueArray(fc.nat(words.length - 1), { minLength: 1 }),
      fc.array(fc.nat(20), { maxLength: 8 }),
      fc.constantFrom('sent', 'unknown', 'failed', 'unconfirmed', 'committing'),
      fc.infiniteStream(fc.nat(1_000)),
    )
    .map(([said, copies, standing, dice]) => {
      const once = said.flatMap((place) => words[place] ?? []);
      const repeated = copies.flatMap((place) => once[place % once.length] ?? []).filter((word) => !isCounted(word));
      const roll = (): number => dice.next().value ?? 0;
      const keyed = [...once, ...repeated].map((word) => ({ word, key: roll() }));
      const mixed = keyed.toSorted((a, b) => a.key - b.key).map(({ word }) => word);
      return { once, mixed, standing, sizes: mixed.map(() => 1 + (roll() % 3)) };
    });

  await fc.assert(
    fc.asyncProperty(story, async ({ once, mixed, standing, sizes }) => {
      const [plain, told] = await yard.mails(2, standing);
      if (!plain || !told) throw new Error('two mails were given');
      for (const word of once) await yard.tell(plain, word);
      for (let from = 0; from < mixed.length; from += sizes[from] ?? 1) {
        await yard.tell(told, ...mixed.slice(from, from + (sizes[from] ?? 1)));
      }
      expect(await endOf(told)).toEqual(await endOf(plain));
    }),
    { numRuns: 40 },
  );

  async function endOf(id: string) {
    const { rows } = await yard.client.query(
      `select status, reason, error, delivered_at, clicked_at, bounced_at, complained_at, bounce_type, opens, clicks,
              attempts, unconfirmed, duplicate_possible, is_dead_address, opened_at is not null as opened,
              (select json_agg(json_build_object('reason', s.reason, 'blocks', s.blocks)) from suppressions s where s.email = e.recipient) as listed,
              (select c.subscribed from contacts c where c.id = e.contact_id) as subscribed
         from emails e where e.id = $1`,
      [id],
    );
    return { ...rows[0], events: await yard.eventsOf(id) };
  }
}, 60_000);

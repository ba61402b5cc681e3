import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NoticeContent, noticeSetup } from '#testing/notice-setup';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 2, 0, minute));
const contents: readonly NoticeContent[] = [
  { kind: 'send', at: at(1) },
  { kind: 'delivery', at: at(2) },
  { kind: 'open', at: at(3) },
  { kind: 'click', at: at(4), link: 'https://acme.example/a', isFirstOfLink: true },
  { kind: 'bounce', at: at(5), bounceType: 'Permanent', isAboutAddress: true, diagnostic: '550 5.1.1 Nobody' },
  { kind: 'bounce', at: at(5), bounceType: 'Permanent', isAboutAddress: false, diagnostic: '550 5.7.1 No' },
  { kind: 'bounce', at: at(5), bounceType: 'Transient', isAboutAddress: false, diagnostic: '452 4.2.2 Full' },
  { kind: 'complaint', at: at(6), feedbackType: null },
];

/** Copies of notices of a provider have no effect; opens and clicks are counted before and reported once each. */
const isCounted = ({ kind }: NoticeContent): boolean => kind === 'open' || kind === 'click';

test('notices in any order, any batches and with any copies lead to the same record, events and list (P14, I7, D-630)', async () => {
  const setup = await noticeSetup();
  const story = fc
    .tuple(
      fc.uniqueArray(fc.nat(contents.length - 1), { minLength: 1 }),
      fc.array(fc.nat(20), { maxLength: 8 }),
      fc.constantFrom('sent', 'unknown', 'failed', 'unconfirmed', 'committing'),
      fc.infiniteStream(fc.nat(1_000)),
    )
    .map(([chosen, copies, state, dice]) => {
      const once = chosen.flatMap((index) => contents[index] ?? []);
      const repeated = copies
        .flatMap((index) => once[index % once.length] ?? [])
        .filter((content) => !isCounted(content));
      const roll = (): number => dice.next().value ?? 0;
      const keyed = [...once, ...repeated].map((content) => ({ content, key: roll() }));
      const mixed = keyed.toSorted((a, b) => a.key - b.key).map(({ content }) => content);
      return { once, mixed, state, sizes: mixed.map(() => 1 + (roll() % 3)) };
    });

  await fc.assert(
    fc.asyncProperty(story, async ({ once, mixed, state, sizes }) => {
      const [plain, shuffled] = await setup.mails(2, state);
      if (!plain || !shuffled) throw new Error('two mails were given');
      for (const content of once) await setup.notify(plain, content);
      for (let from = 0; from < mixed.length; from += sizes[from] ?? 1) {
        await setup.notify(shuffled, ...mixed.slice(from, from + (sizes[from] ?? 1)));
      }
      expect(await endOf(shuffled)).toEqual(await endOf(plain));
    }),
    { numRuns: 40 },
  );

  async function endOf(id: string) {
    const { rows } = await setup.client.query(
      `select status, reason, error, delivered_at, clicked_at, bounced_at, complained_at, bounce_type, opens, clicks,
              attempts, unconfirmed, duplicate_possible, is_dead_address, opened_at is not null as opened,
              (select json_agg(json_build_object('reason', s.reason, 'blocks', s.blocks)) from suppressions s where s.email = e.recipient) as listed,
              (select c.subscribed from contacts c where c.id = e.contact_id) as subscribed
         from emails e where e.id = $1`,
      [id],
    );
    return { ...rows[0], events: await setup.eventsOf(id) };
  }
}, 60_000);

import { inBatches } from '#platform/batches';
import type { ProjectContext } from '#platform/context';
import { Cache } from '#pure/cache';
import { storeLinks } from '../links/store-links.ts';
import { renderShared, type SharedMail, type SharedRendering } from './render-shared.ts';
import { findSharedText, type SharedText } from './shared-text.ts';

/** The shared texts of one worker: kept in memory, and rendered for several mails at a time. */
export interface SharedTexts {
  /** Null when the text is gone. */
  render(ctx: ProjectContext, textId: string, mail: SharedMail): Promise<MadeMail | null>;
  /** One after the other for each text. */
  inTurn<T>(textId: string, work: () => Promise<T>): Promise<T>;
}

export interface MadeMail {
  readonly text: SharedText;
  readonly rendering: SharedRendering;
}

interface MailRequest {
  readonly ctx: ProjectContext;
  readonly textId: string;
  readonly mail: SharedMail;
}

const maxAtOnce = 50;
/** Characters of all texts that a worker keeps. */
const maxCharacters = 16 * 1024 * 1024;

export function makeSharedTexts(): SharedTexts {
  // Why by id alone: ids of campaigns are unique, and a text does not change. Which mails use it is read with them.
  const texts = new Cache<string, SharedText | null>({
    maxEntries: 500,
    weight: { max: maxCharacters, of: (_id, text) => text?.body.length ?? 0 },
  });
  const turns = new Map<string, Promise<unknown>>();
  const requests = inBatches<MailRequest, MadeMail | null>({
    keyOf: ({ ctx, textId }) => ctx.projectId + textId,
    max: maxAtOnce,
    parallel: 2,
    async run(batch) {
      const [first] = batch;
      if (!first) return [];
      const { ctx, textId } = first;
      const load = () => ctx.read((reader) => findSharedText(reader, textId));
      const text = await texts.load(ctx.projectId + textId, load, (found) => found !== null);
      if (!text) return batch.map(() => null);
      const renderings = await renderShared(
        ctx,
        text,
        batch.map(({ mail }) => mail),
      );
      await keepPersonalLinks(ctx, text, renderings);
      return renderings.map((rendering) => ({ text, rendering }));
    },
  });
  return {
    render: (ctx, textId, mail) => requests.add({ ctx, textId, mail }),
    async inTurn(textId, work) {
      const before = turns.get(textId) ?? Promise.resolve();
      const mine = before.then(work, work);
      const settled = mine.catch(() => {});
      turns.set(textId, settled);
      try {
        return await mine;
      } finally {
        if (turns.get(textId) === settled) turns.delete(textId);
      }
    },
  };
}

/** Addresses that contain output of the template differ from mail to mail: they are stored before the mail can leave (D-839). */
async function keepPersonalLinks(
  ctx: ProjectContext,
  text: SharedText,
  renderings: readonly SharedRendering[],
): Promise<void> {
  if (!text.tracksClicks || !hasPersonalLinks(text.body)) return;
  const bodies = renderings.flatMap((rendering) => (rendering.kind === 'rendered' ? [rendering.html] : []));
  await ctx.transaction((tx) => storeLinks(tx, bodies));
}

/** Whether the template can produce an address: then it stands in an attribute, or inside of one. */
const hasPersonalLinks = (body: string): boolean =>
  /href\s*=\s*(?:"[^"]{0,2000}\{[{%]|'[^']{0,2000}\{[{%]|\{[{%])/i.test(body);

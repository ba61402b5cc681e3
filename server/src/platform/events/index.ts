/**
 * The intercom: how news travels upward. A room emits inside its transaction; rooms above that declared to hear it
 * do their part in the same transaction, so either all of it happens or nothing.
 */
export interface EventDefinition<News> {
  readonly name: string;
  /** Carries the type of the news; never set. */
  readonly news?: (news: News) => void;
}

export const defineEvent = <News>(name: string): EventDefinition<News> => ({ name });

export interface Hearing<Tx, News = never> {
  readonly event: EventDefinition<News>;
  readonly run: (tx: Tx, news: readonly News[]) => Promise<void>;
}

/** Declares that a room hears an event. News comes in batches: bulk work must not cost a round trip each. */
export const hear = <Tx, News>(
  event: EventDefinition<News>,
  run: (tx: Tx, news: readonly News[]) => Promise<void>,
): Hearing<Tx, News> => ({ event, run });

export interface Intercom<Tx> {
  announce<News>(tx: Tx, event: EventDefinition<News>, news: readonly News[]): Promise<void>;
}

/** Hearings run one after the other, lowest floor first, in the order the features are listed. */
export function makeIntercom<Tx>(hearings: readonly Hearing<Tx>[]): Intercom<Tx> {
  const byName = Map.groupBy(hearings, (hearing) => hearing.event.name);
  return {
    async announce(tx, event, news) {
      if (news.length === 0) return;
      for (const hearing of byName.get(event.name) ?? []) {
        await hearing.run(tx, news as readonly never[]); // the definition ties name and type together
      }
    },
  };
}

import {
  type Advance,
  advance,
  type Effect,
  type ExecutionState,
  effectOf,
  type FinishedStep,
  type Graph,
  type Happening,
  startExecution,
} from '../src/pure/workflow-graph/index.ts';

const startAt = '2026-03-01T10:00:00.000Z';

/** An execution that a test drives by hand; it starts at 10:00 on 1 March 2026. */
export interface ScriptedExecution {
  /** Sets the clock: `10:00:01` of the first day, or a whole instant. */
  at(time: string): ScriptedExecution;
  now(): Date;
  run(): ScriptedExecution;
  feed(happening: Happening): ScriptedExecution;
  state(): ExecutionState;
  effect(): Effect;
  finished(): readonly FinishedStep[];
  /** Whether the last happening changed anything. */
  hasChanged(): boolean;
}

/** Each state passes through JSON, as it does in the database. */
export function executionOf(graph: Graph, context: ExecutionState['context'] = {}): ScriptedExecution {
  let now = new Date(startAt);
  let state = startExecution(graph, { context, at: now });
  let last: Advance = { state, finished: [], effect: effectOf(graph, state), hasChanged: false };
  const finished: FinishedStep[] = [];
  const script: ScriptedExecution = {
    at(time) {
      now = new Date(time.length > 8 ? time : `${startAt.slice(0, 11)}${time}.000Z`);
      return script;
    },
    now: () => now,
    run: () => script.feed({ kind: 'run' }),
    feed(happening) {
      last = advance(graph, state, happening, now);
      state = JSON.parse(JSON.stringify(last.state));
      finished.push(...last.finished);
      return script;
    },
    state: () => state,
    effect: () => last.effect,
    finished: () => finished,
    hasChanged: () => last.hasChanged,
  };
  return script;
}

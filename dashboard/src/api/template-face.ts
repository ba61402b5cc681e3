import { useEffect, useState } from 'react';
import { useProject } from './project.ts';
import { previewPath, type TemplateType } from './templates.ts';

/** A mail whose picture is wanted: a stored template, or a text that is not stored yet. */
export interface FaceInput {
  readonly templateId?: string;
  readonly body?: string;
  readonly type?: TemplateType;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Why so few: previews of a project are kept for the last twenty only, and each is needed until its frame has it. */
const maxAtOnce = 3;
let underWay = 0;
const waiting: (() => void)[] = [];

async function takeTurn(signal: AbortSignal): Promise<() => void> {
  if (underWay >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  underWay += 1;
  let isDone = false;
  const endTurn = () => {
    if (isDone) return;
    isDone = true;
    underWay -= 1;
    waiting.shift()?.();
  };
  if (signal.aborted) endTurn();
  return endTurn;
}

export interface Face {
  readonly path: string | null;
  readonly hasFailed: boolean;
  /** To be called when the frame has loaded the page. */
  readonly onLoaded: () => void;
}

const noFace: Face = { path: null, hasFailed: false, onLoaded: () => undefined };

/** The address of a rendered mail for a small frame. `key` says when it has to be rendered anew. */
export function useFace(input: FaceInput, key: string, isWanted: boolean): Face {
  const { session } = useProject();
  const [face, setFace] = useState(noFace);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the input
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    let endTurn: () => void = () => undefined;
    const read = async () => {
      endTurn = await takeTurn(stop.signal);
      if (stop.signal.aborted) return;
      const values = { ...input, data: { ...input.data } };
      const { body } = await session.templates.preview(values, { signal: stop.signal });
      const path = await previewPath(session, { html: body, scheme: 'light' }, stop.signal);
      if (!stop.signal.aborted) setFace({ path, hasFailed: false, onLoaded: endTurn });
    };
    read().catch(() => {
      endTurn();
      if (!stop.signal.aborted) setFace({ ...noFace, hasFailed: true });
    });
    return () => {
      stop.abort();
      endTurn();
    };
  }, [session, key, isWanted]);
  return face;
}

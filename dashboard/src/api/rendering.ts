import { useEffect, useRef, useState } from 'react';
import type { MailScheme } from '../widgets/mail-frame/mail-scheme.ts';
import { type Problem, problemOf } from './problem.ts';
import { useProject } from './project.ts';
import { previewPath, type Rendering, type TemplateType } from './templates.ts';

export interface RenderingInput {
  readonly subject: string;
  readonly body: string;
  readonly type: TemplateType;
  readonly contactId: string | null;
  /** Values of this render only. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly scheme: MailScheme;
}

/** The newest answer, and beside it the last render without an error, which stays on the screen. */
export interface RenderingState {
  readonly newest: Rendering | null;
  readonly good: { readonly rendering: Rendering; readonly path: string; readonly at: number } | null;
  readonly problem: Problem | null;
  readonly isUnderWay: boolean;
}

const pauseMs = 300;
const nothingYet: RenderingState = { newest: null, good: null, problem: null, isUnderWay: true };

/** Renders a text after every pause in typing. A later answer always wins over an earlier one. */
export function useRendering(input: RenderingInput): RenderingState {
  const { session } = useProject();
  const [state, setState] = useState(nothingYet);
  const isFirst = useRef(true);
  const { subject, body, type, contactId, data, scheme } = input;
  useEffect(() => {
    const stop = new AbortController();
    const render = async () => {
      setState((known) => ({ ...known, isUnderWay: true }));
      try {
        const values = { subject, body, type, contactId, data: { ...data } };
        const newest = await session.templates.preview(values, { signal: stop.signal });
        const hasErrors = newest.errors.length > 0;
        const path = hasErrors ? null : await previewPath(session, { html: newest.body, scheme }, stop.signal);
        if (stop.signal.aborted) return;
        const good = path === null ? null : { rendering: newest, path, at: Date.now() };
        setState((known) => ({ newest, good: good ?? known.good, problem: null, isUnderWay: false }));
      } catch (error) {
        if (stop.signal.aborted) return;
        setState((known) => ({ ...known, problem: problemOf(error), isUnderWay: false }));
      }
    };
    const timer = setTimeout(() => void render(), isFirst.current ? 0 : pauseMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [session, subject, body, type, contactId, data, scheme]);
  return state;
}

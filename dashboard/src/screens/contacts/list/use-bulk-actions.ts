import { useState } from 'react';
import type { BulkTarget } from '../../../api/bulk-run.ts';
import { useBulkRuns } from '../../../api/bulk-runs.ts';
import type { BulkOperation } from '../../../api/contact-jobs.ts';
import type { Contact } from '../../../api/contacts.ts';
import type { BulkAction } from '../../../widgets/bulk-bar/bulk-bar.tsx';
import { nothingSelected, type Selected } from '../../../widgets/data-list/selection.ts';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';

interface BulkActionsInput {
  /** What the list shows, for taking all of it. */
  readonly filter: { readonly search?: string; readonly subscribed?: boolean };
  readonly total: number | undefined;
  /** How many of all that the list shows are subscribed; undefined if nobody knows. */
  readonly subscribedTotal: number | undefined;
  readonly onDone: () => void;
}

interface Deletion {
  readonly target: BulkTarget;
  readonly count: number;
}

/** A change of everyone the list shows, which no second change puts back as it was. */
export interface AllQuestion extends Deletion {
  readonly operation: 'subscribe' | 'unsubscribe';
}

/** Selection of contacts and what can be done with it. */
export function useBulkActions({ filter, total, subscribedTotal, onDone }: BulkActionsInput) {
  const { run, start, putAway } = useBulkRuns();
  const [selected, setSelected] = useState<Selected>(nothingSelected);
  const [isAllTaken, setIsAllTaken] = useState(false);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const [question, setQuestion] = useState<AllQuestion | null>(null);
  const { say } = useToasts();
  const [forSegment, setForSegment] = useState<readonly string[]>([]);
  const isRunning = run !== null && run.result === null && run.problem === null;

  const clear = () => {
    setSelected(nothingSelected);
    setIsAllTaken(false);
  };
  const select = (next: Selected) => {
    setSelected(next);
    setIsAllTaken(false);
  };
  const mayBegin = () => {
    if (isRunning) say({ kind: 'warn', message: 'Another change is still under way. Wait until it is done.' });
    return !isRunning;
  };
  const begin = async (operation: BulkOperation, target: BulkTarget) => {
    if (!mayBegin()) return;
    clear();
    await start(operation, target);
    onDone();
  };
  const targetOf = (rows: readonly Contact[]): BulkTarget =>
    isAllTaken ? { filter, count: total ?? rows.length } : { ids: rows.map(({ id }) => id) };

  const change = (operation: AllQuestion['operation'], rows: readonly Contact[]) => {
    const target = targetOf(rows);
    if ('ids' in target) begin(operation, target).catch(reportError);
    else setQuestion({ operation, target, count: target.count });
  };

  const actionsFor = (rows: readonly Contact[]): readonly BulkAction[] => {
    const target = targetOf(rows);
    const count = 'ids' in target ? target.ids.length : target.count;
    const subscribed = isAllTaken ? subscribedTotal : rows.filter((contact) => contact.subscribed).length;
    const others = subscribed === undefined ? undefined : count - subscribed;
    return [
      {
        key: 'subscribe',
        label: 'Subscribe',
        count: others,
        isAsking: isAllTaken,
        onRun: () => change('subscribe', rows),
      },
      {
        key: 'unsubscribe',
        label: 'Unsubscribe',
        count: subscribed,
        isAsking: isAllTaken,
        onRun: () => change('unsubscribe', rows),
      },
      ...(isAllTaken
        ? []
        : [
            {
              key: 'segment',
              label: 'Add to a segment',
              isAsking: true,
              onRun: () => setForSegment(rows.map(({ email }) => email)),
            },
          ]),
      {
        key: 'delete',
        label: 'Delete',
        count,
        isAsking: true,
        isDanger: true,
        onRun: () => setDeletion({ target, count }),
      },
    ];
  };

  return {
    run,
    putAway,
    isRunning,
    selected,
    select,
    clear,
    actionsFor,
    taken: isAllTaken ? total : undefined,
    takeAll: total === undefined ? undefined : { total, onTake: () => setIsAllTaken(true) },
    change,
    question,
    confirmQuestion: () => {
      if (!question || !mayBegin()) return;
      setQuestion(null);
      begin(question.operation, question.target).catch(reportError);
    },
    dropQuestion: () => setQuestion(null),
    deletion,
    confirmDeletion: () => {
      if (!deletion || !mayBegin()) return;
      setDeletion(null);
      begin('delete', deletion.target).catch(reportError);
    },
    keepAll: () => setDeletion(null),
    forSegment,
    endSegment: () => setForSegment([]),
  };
}

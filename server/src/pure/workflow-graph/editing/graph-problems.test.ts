import { describe, expect, test } from 'vitest';
import { graphFrom } from '#testing/graph-from';
import { type Graph, type GraphFacts, problemsOf } from '../index.ts';

const templateId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const facts: GraphFacts = {
  allowsHttp: false,
  templates: new Map([[templateId, { from: 'hi@example.com', isMarketing: true }]]),
  verifiedDomains: new Set(['example.com']),
  domainsWithoutDmarc: new Set(),
  loopsStopped: 0,
  timesSkipped: 0,
};
const codes = (graph: Graph, over: Partial<GraphFacts> = {}): string[] =>
  problemsOf(graph, { ...facts, ...over }).map(({ level, stepId, code }) => `${level} ${stepId} ${code}`);

const mail = ['SEND_EMAIL', {}, templateId] as const;
const one = graphFrom({ mail }, [], 'mail');
const filter = { field: 'a', operator: 'exists' };

describe('the problems of a workflow (D-910)', () => {
  test.each<[name: string, graph: Graph, facts: Partial<GraphFacts>, problems: string[]]>([
    ['none', one, {}, []],
    ['no steps', graphFrom({}, []), {}, ['warning null NO_STEPS']],
    ['a step that lacks fields', graphFrom({ a: 'DELAY' }, [], 'a'), {}, ['error a STEP_INCOMPLETE']],
    ['no template', graphFrom({ a: 'SEND_EMAIL' }, [], 'a'), {}, ['error a STEP_INCOMPLETE']],
    ['a template that is gone', one, { templates: new Map() }, ['error mail STEP_INCOMPLETE']],
    [
      'no sender',
      one,
      { templates: new Map([[templateId, { from: null, isMarketing: true }]]) },
      ['error mail SENDER_MISSING'],
    ],
    ['no DMARC', one, { domainsWithoutDmarc: new Set(['example.com']) }, ['error mail DMARC_REQUIRED']],
    [
      'no DMARC for transactional mail',
      one,
      {
        domainsWithoutDmarc: new Set(['example.com']),
        templates: new Map([[templateId, { from: 'hi@example.com', isMarketing: false }]]),
      },
      [],
    ],
    ['a domain that is not verified', one, { verifiedDomains: new Set() }, ['error mail DOMAIN_NOT_VERIFIED']],
    [
      'a sender of the step, verified, in place of that of the template',
      graphFrom({ mail: ['SEND_EMAIL', { from: 'a@other.example' }, templateId] }, [], 'mail'),
      { verifiedDomains: new Set(['other.example']) },
      [],
    ],
    [
      'an address that a setting no longer allows',
      graphFrom({ hook: ['WEBHOOK', { url: 'http://example.com' }] }, [], 'hook'),
      {},
      ['error hook STEP_INCOMPLETE'],
    ],
    [
      'the same where it is allowed',
      graphFrom({ hook: ['WEBHOOK', { url: 'http://example.com' }] }, [], 'hook'),
      { allowsHttp: true },
      [],
    ],
    ['loops', one, { loopsStopped: 3 }, ['warning null LOOP_STOPPED']],
    ['times that passed', one, { timesSkipped: 1 }, ['warning null SCHEDULE_LATE']],
    [
      'a step that is cut off is judged for nothing else',
      graphFrom({ mail, loose: 'DELAY', after: 'CONDITION' }, [['loose', 'after']], 'mail'),
      {},
      ['warning loose STEP_UNREACHABLE', 'warning after STEP_UNREACHABLE'],
    ],
    [
      'branches that lead nowhere',
      graphFrom({ a: ['CONDITION', filter], mail }, [['a', 'mail', 'yes']], 'a'),
      {},
      ['warning a BRANCH_OPEN'],
    ],
    [
      'a branch that no longer exists makes nothing reachable',
      graphFrom(
        { a: ['CONDITION', filter], mail, b: 'EXIT' },
        [
          ['a', 'b', 'yes'],
          ['a', 'b', 'no'],
          ['a', 'mail', 'pro'],
        ],
        'a',
      ),
      {},
      ['warning a BRANCH_UNKNOWN', 'warning mail STEP_UNREACHABLE'],
    ],
    [
      'a time-out without a transition goes the way of the event',
      graphFrom({ a: ['WAIT_FOR_EVENT', { eventName: 'x' }], b: 'EXIT' }, [['a', 'b']], 'a'),
      {},
      [],
    ],
    [
      'an event that leads nowhere',
      graphFrom({ a: ['WAIT_FOR_EVENT', { eventName: 'x' }], b: 'EXIT' }, [['a', 'b', 'timeout']], 'a'),
      {},
      ['warning a BRANCH_OPEN'],
    ],
  ])('%s', (_name, graph, over, problems) => {
    expect(codes(graph, over)).toEqual(problems);
  });

  test.each<[trigger: Graph['trigger'], problems: string[]]>([
    [{ type: 'EVENT', config: { eventName: null } }, ['warning trigger EVENT_MISSING']],
    [{ type: 'EVENT', config: null }, ['warning trigger EVENT_MISSING']],
    [{ type: 'MANUAL', config: null }, []],
    [{ type: 'SCHEDULE', config: null }, ['error trigger SCHEDULE_INCOMPLETE']],
    [{ type: 'SCHEDULE', config: { schedule: '0 9 * * *' } }, ['error trigger SCHEDULE_INCOMPLETE']],
    [{ type: 'SCHEDULE', config: { segmentId: 'x' } }, ['error trigger SCHEDULE_INCOMPLETE']],
    [{ type: 'SCHEDULE', config: { schedule: '0 9 * * *', segmentId: 'x' } }, []],
    [{ type: 'SCHEDULE', config: { schedule: '0 9 * * *', audienceCondition: {} } }, []],
  ])('a trigger %j', (trigger, problems) => {
    expect(codes({ ...one, trigger })).toEqual(problems);
  });

  test('the message of an incomplete step names the fields', () => {
    expect(problemsOf(graphFrom({ pause: 'DELAY' }, [], 'pause'), facts)[0]?.message).toBe('pause lacks amount, unit.');
  });
});

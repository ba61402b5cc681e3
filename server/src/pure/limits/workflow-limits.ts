import { hour, instead, kilobyte, limit, megabyte, rate, refused, tooBig } from './limit.ts';

const tooSmall = (rule?: string) => ({ code: 'VALIDATION_ERROR', sees: '`too_small`', rule });
const ofSimulation = refused('SIMULATION_LIMIT', 'D-932');
const ofWorkflow = refused('WORKFLOW_LIMIT_REACHED', 'D-909');

/** Workflows: their graphs, the config of their steps, and what an execution keeps. */
export const workflowLimits = {
  workflows: limit(500, 'Workflows of a project.', ofWorkflow),
  workflowNameCharacters: limit(100, 'The name of a workflow, and of a step.', tooBig('D-901')),
  workflowDescriptionCharacters: limit(500, 'The description of a workflow.', tooBig('D-901')),
  workflowPage: limit(10_000_000, '`page` of `GET /workflows`.', instead('that page', 'D-127')),
  minScheduleMinutes: limit(15, 'The time between two times of a schedule, at least.', {
    code: 'VALIDATION_ERROR',
    sees: '`custom`',
    rule: 'D-903',
  }),
  scheduleLateSeconds: limit(
    hour,
    'How late a time of a schedule may fire, after a stop of the workers.',
    instead('it is skipped', 'D-903'),
  ),
  timeZoneCharacters: limit(100, '`triggerConfig.timezone`.', {
    code: 'VALIDATION_ERROR',
    sees: '`invalid_string`',
    rule: 'D-903',
  }),
  transitionPriority: limit(1_000_000, '`priority` of a transition, and as a negative number.', tooBig('D-907')),
  eventsReadForFields: limit(
    100,
    'Events that `GET /workflows/fields` reads for the keys of their data.',
    instead('the newest are read', 'D-920'),
  ),
  workflowSteps: limit(100, 'Steps of a workflow, without its trigger.', ofWorkflow),
  workflowTransitions: limit(200, 'Transitions of a workflow, without the automatic one.', ofWorkflow),
  workflowConfigBytes: limit(megabyte, '`config` of all steps of a workflow as JSON.', ofWorkflow),
  stepConfigBytes: limit(64 * kilobyte, '`config` of a step as JSON.', tooBig('D-909')),
  customEmailCharacters: limit(1_000, '`recipient.customEmail` of a SEND_EMAIL step, before it is rendered.', tooBig()),
  minDelaySeconds: limit(1, 'A DELAY step, at least.', tooSmall()),
  delayDays: limit(365, 'A DELAY step.', tooBig()),
  minWaitSeconds: limit(1, '`timeout` of a WAIT_FOR_EVENT step, at least.', tooSmall('D-913')),
  waitSeconds: limit(
    31_536_000,
    '`timeout` of a WAIT_FOR_EVENT step; also how long one without it waits.',
    tooBig('D-913'),
  ),
  branchesPerCondition: limit(20, 'Branches of a CONDITION step with `mode: "multi"`.', tooBig('D-914')),
  branchIdCharacters: limit(50, 'The id of such a branch.', tooBig('D-914')),
  branchNameCharacters: limit(100, 'The name of such a branch.', tooBig('D-914')),
  actualValueCharacters: limit(
    200,
    'A value of a contact, as JSON, in the output of a CONDITION step.',
    instead('the beginning of its JSON as text', 'D-914'),
  ),
  webhookHeaders: limit(30, '`headers` of a WEBHOOK step.', tooBig()),
  webhookHeaderBytes: limit(
    16 * kilobyte,
    '`headers` of a WEBHOOK step, as they are rendered.',
    instead('nothing is sent; the step has failed', 'D-917'),
  ),
  webhookBodyBytes: limit(
    256 * kilobyte,
    'The body of a WEBHOOK step, as it is rendered.',
    instead('nothing is sent; the step has failed', 'D-917'),
  ),
  saveAsCharacters: limit(50, '`saveAs` of a WEBHOOK step.', tooBig('D-939')),
  webhookAttempts: limit(5, 'Attempts of a WEBHOOK step.', instead('the step has failed', 'D-917')),
  webhookRetryAfterSeconds: limit(300, '`Retry-After` of a reply to a WEBHOOK step.', instead('300 s', 'D-917')),
  webhookSavedBytes: limit(16 * kilobyte, 'A reply that `saveAs` keeps.', instead('it is not saved', 'D-939')),
  webhookShownBytes: limit(
    4 * kilobyte,
    '`response` in the output of a WEBHOOK step.',
    instead('it is cut, `responseTruncated`', 'D-917'),
  ),
  exitReasonCharacters: limit(200, '`reason` of an EXIT step.', tooBig()),
  executionContextBytes: limit(
    64 * kilobyte,
    'The context of an execution as JSON.',
    instead('nothing is merged into it, `contextTooLarge`', 'D-924'),
  ),
  simulationSteps: limit(100, 'Steps of a simulation, without the trigger.', ofSimulation),
  simulationMilliseconds: limit(5_000, 'How long a simulation works.', ofSimulation),
  simulationBytes: limit(
    8 * megabyte,
    'Mails and requests that a simulation shows, each counted with its subject, HTML and text, or its body.',
    ofSimulation,
  ),
  simulationEvents: limit(100, '`events` of a simulation, and as many in `history`.', tooBig('D-932')),
  simulationDays: limit(
    3_650,
    'How far `startAt` of a simulation lies from now, and its `events` and `history` from `startAt`.',
    { code: 'VALIDATION_ERROR', sees: '`too_big` or `too_small`', rule: 'D-932' },
  ),
  workflowEntries: rate(
    { max: 10, windowSeconds: hour },
    'How often a contact enters one workflow, because webhooks that call the API again have no depth.',
    instead('it does not enter, `LOOP_STOPPED` in `problems`', 'D-935'),
  ),
  executionsListed: limit(
    10_000,
    'Executions that `page` of `GET /workflows/:id/executions` reaches, and `total` counts with a filter other than `status`.',
    instead('an empty page; `cursor` leads on', 'D-945'),
  ),
  executionsLookedAt: limit(
    10_000,
    'Executions that one call looks at for a filter that no index answers.',
    instead('a short page; its `cursor` leads on', 'D-945'),
  ),
  executionKeyCharacters: limit(255, '`key` of a start by hand.', tooBig('D-943')),
  lateArrivalSeconds: limit(
    600,
    'How long ago an execution may have arrived at a step for its times to count from then.',
    instead('they count from now', 'D-934'),
  ),
} as const;

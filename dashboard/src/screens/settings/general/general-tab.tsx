import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useInstanceConfig } from '../../../api/account.ts';
import { problemOf } from '../../../api/problem.ts';
import { type Project, useMay, useProject } from '../../../api/project.ts';
import { useChangeProject } from '../../../api/project-settings.ts';
import { CopyCell } from '../../../widgets/copy-cell/copy-cell.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { NumberInput, Select, Switch, TextInput } from '../../../widgets/form/inputs.tsx';
import { LeaveDialog, useUnsavedChanges } from '../../../widgets/form/unsaved-changes.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { TimeZonePicker } from '../../../widgets/time-zone-picker/time-zone-picker.tsx';
import { AvailabilityRow } from './availability-row.tsx';

interface GeneralValues {
  readonly name: string;
  readonly timezone: string;
  readonly language: string;
  readonly tracking: Project['tracking'];
  readonly sendRate: number | undefined;
  readonly resendOnDoubt: Project['resendOnDoubt'];
  readonly mcpSending: boolean;
}

const trackingChoices = [
  { value: 'ENABLED', label: 'Opens and clicks of all mail' },
  { value: 'MARKETING_ONLY', label: 'Opens and clicks of marketing mail' },
  { value: 'DISABLED', label: 'Nothing' },
];

const valuesOf = (project: Project): GeneralValues => ({
  name: project.name,
  timezone: project.timezone,
  language: project.language,
  tracking: project.tracking,
  sendRate: project.sendRate ?? undefined,
  resendOnDoubt: project.resendOnDoubt,
  mcpSending: project.mcpSending,
});

export function GeneralTab(): ReactElement {
  const { project } = useProject();
  const isAdmin = useMay('ADMIN');
  const mayChooseTracking = useInstanceConfig().data?.features.email.trackingToggleEnabled ?? true;
  const change = useChangeProject();
  const form = useServerForm<GeneralValues>({
    defaultValues: valuesOf(project),
    readProblem: problemOf,
    save: async ({ name, language, sendRate, tracking, ...rest }) => {
      await change.mutateAsync({
        ...rest,
        name: name.trim(),
        language: language.trim(),
        sendRate: sendRate ?? null,
        ...(mayChooseTracking && { tracking }),
      });
    },
  });
  const { shouldBlock } = useUnsavedChanges(form.isDirty);
  const leaving = useBlocker({ shouldBlockFn: shouldBlock, withResolver: true, enableBeforeUnload: false });
  return (
    <div className="mt24">
      {!isAdmin && <p className="notice mb16">Only owners and admins change these settings. You can read them.</p>}
      <Form of={form} label="General settings">
        <fieldset disabled={!isAdmin}>
          <section className="setrow">
            <div>
              <h2>Project</h2>
              <p className="hint">The name is shown to your team, never to the people you write to.</p>
            </div>
            <div className="form2 settings-narrow">
              <Field name="name" label="Name" isRequired>
                <TextInput maxLength={100} autoComplete="off" rules={{ required: 'A project needs a name.' }} />
              </Field>
              <div className="field all">
                <span className="lab">Id</span>
                <CopyCell value={project.id} what="project id" />
              </div>
            </div>
          </section>
          <section className="setrow">
            <div>
              <h2>Time and language</h2>
              <p className="hint">
                Days in figures begin at midnight of this zone. The language is for pages that recipients see.
              </p>
            </div>
            <div className="form2 settings-narrow">
              <Field name="timezone" label="Time zone">
                <TimeZonePicker
                  value={form.form.watch('timezone')}
                  onChoose={(zone) => form.form.setValue('timezone', zone, { shouldDirty: true })}
                />
              </Field>
              <Field name="language" label="Language" hint="Such as en, de or pt-BR.">
                <TextInput maxLength={35} autoComplete="off" spellCheck={false} />
              </Field>
            </div>
          </section>
          <section className="setrow">
            <div>
              <h2>Tracking</h2>
              <p className="hint">Opens are approximate: many mailboxes load images by themselves.</p>
            </div>
            <div className="settings-narrow">
              <Field
                name="tracking"
                label="What is tracked"
                hint={mayChooseTracking ? undefined : 'This instance decides it for all projects.'}
              >
                <Select options={trackingChoices} disabled={!mayChooseTracking} />
              </Field>
            </div>
          </section>
          <section className="setrow">
            <div>
              <h2>Sending</h2>
              <p className="hint">How fast mail leaves, and what happens when a hand-over stays unclear.</p>
            </div>
            <div className="settings-narrow form">
              <Field
                name="sendRate"
                label="Mails a second"
                isOptional
                hint="Empty: as fast as the provider takes them."
              >
                <NumberInput isWhole={false} />
              </Field>
              <Field
                name="resendOnDoubt.transactional"
                label="Send transactional mail again when in doubt"
                isInline
                hint="A receipt that arrives twice is better than none."
              >
                <Switch />
              </Field>
              <Field
                name="resendOnDoubt.marketing"
                label="Send marketing mail again when in doubt"
                isInline
                hint="Off: a mail whose hand-over could not be clarified counts as not sent."
              >
                <Switch />
              </Field>
            </div>
          </section>
          <section className="setrow">
            <div>
              <h2>Agents</h2>
              <p className="hint">
                Programs that use a language model reach this project at /mcp with its secret key. They can read, and
                nothing else.
              </p>
            </div>
            <div className="settings-narrow">
              <Field
                name="mcpSending"
                label="Let agents send mail"
                isInline
                hint="One recipient at a time. Each call is in the logs."
              >
                <Switch />
              </Field>
            </div>
          </section>
          <div className="rowflex save-row">
            <button type="submit" className="btn primary" disabled={!isAdmin || !form.isDirty || form.isSaving}>
              Save changes
            </button>
            <span className="t13 t3" role="status">
              {form.isSaving ? 'Saving.' : form.isDirty ? 'Not saved yet.' : 'Nothing has changed.'}
            </span>
          </div>
        </fieldset>
      </Form>
      <div className="mt32">
        <AvailabilityRow />
      </div>
      <LeaveDialog
        isOpen={leaving.status === 'blocked'}
        onLeave={() => leaving.proceed?.()}
        onStay={() => leaving.reset?.()}
      />
    </div>
  );
}

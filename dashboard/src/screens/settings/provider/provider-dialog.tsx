import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { type Provider, type ProviderInput, useChangeProvider } from '../../../api/provider.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { NumberInput, PasswordInput, Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';

interface ProviderValues {
  readonly type: ProviderInput['type'];
  readonly host: string;
  readonly port: number | undefined;
  readonly security: 'tls' | 'starttls';
  readonly username: string;
  readonly password: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly configurationSet: string;
  readonly topicArn: string;
}

const types = [
  { value: 'smtp', label: 'Your own SMTP server' },
  { value: 'ses', label: 'Your own Amazon SES' },
  { value: 'instance', label: 'The relays of this instance' },
];

const empty: ProviderValues = {
  ...{ type: 'smtp', host: '', port: 465, security: 'tls', username: '', password: '' },
  ...{ region: '', accessKeyId: '', secretAccessKey: '', configurationSet: '', topicArn: '' },
};

/** What is stored, without the secret: it is written anew with every change. */
function valuesOf({ source, type, settings }: Provider): ProviderValues {
  if (source === 'instance') return empty;
  if ('host' in settings) return { ...empty, ...settings, type: 'smtp', password: '' };
  if (!('region' in settings)) return empty;
  const { region, accessKeyId, configurationSet, topicArn } = settings;
  return {
    ...{ ...empty, type: type === 'ses' ? 'ses' : 'smtp', region, accessKeyId },
    ...{ configurationSet: configurationSet ?? '', topicArn: topicArn ?? '' },
  };
}

function inputOf(values: ProviderValues): ProviderInput {
  if (values.type === 'instance') return { type: 'instance' };
  if (values.type === 'smtp') {
    const { security, username, password } = values;
    return { type: 'smtp', host: values.host.trim(), port: values.port ?? 0, security, username, password };
  }
  const { secretAccessKey } = values;
  return {
    ...{ type: 'ses', region: values.region.trim(), accessKeyId: values.accessKeyId.trim(), secretAccessKey },
    configurationSet: values.configurationSet.trim() || null,
    topicArn: values.topicArn.trim() || null,
  };
}

interface ProviderDialogProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

/** Asks by what the mail of this project leaves. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps): ReactElement {
  const change = useChangeProvider();
  const form = useServerForm<ProviderValues>({
    defaultValues: valuesOf(provider),
    readProblem: problemOf,
    save: async (values) => {
      await change.mutateAsync(inputOf(values));
      onClose();
    },
  });
  const type = form.form.watch('type');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Provider of this project"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Save provider
          </button>
        </>
      }
    >
      <Form of={form} label="Provider of this project">
        <Field name="type" label="Mail leaves by" hint="Holds from the next mail on, mail that waits included.">
          <Select options={types} />
        </Field>
        {type === 'smtp' && <SmtpFields />}
        {type === 'ses' && <SesFields />}
      </Form>
    </Dialog>
  );
}

const SmtpFields = (): ReactElement => (
  <>
    <Field name="host" label="Host" isRequired>
      <TextInput maxLength={253} autoComplete="off" spellCheck={false} rules={{ required: 'Write the host.' }} />
    </Field>
    <Field name="port" label="Port" isRequired>
      <NumberInput min={1} max={65_535} rules={{ required: 'Write the port.' }} />
    </Field>
    <Field name="security" label="Encryption">
      <Select
        options={[
          { value: 'tls', label: 'TLS from the first byte (465)' },
          { value: 'starttls', label: 'STARTTLS (587)' },
        ]}
      />
    </Field>
    <Field name="username" label="User name" isRequired>
      <TextInput maxLength={320} autoComplete="off" spellCheck={false} rules={{ required: 'Write the user name.' }} />
    </Field>
    <Field
      name="password"
      label="Password"
      isRequired
      hint="Stored sealed and never shown; write it with every change."
    >
      <PasswordInput maxLength={1_000} autoComplete="new-password" rules={{ required: 'Write the password.' }} />
    </Field>
  </>
);

const SesFields = (): ReactElement => (
  <>
    <Field name="region" label="Region" isRequired hint="Such as eu-west-1.">
      <TextInput maxLength={40} autoComplete="off" spellCheck={false} rules={{ required: 'Write the region.' }} />
    </Field>
    <Field name="accessKeyId" label="Access key" isRequired>
      <TextInput maxLength={320} autoComplete="off" spellCheck={false} rules={{ required: 'Write the access key.' }} />
    </Field>
    <Field
      name="secretAccessKey"
      label="Secret access key"
      isRequired
      hint="Stored sealed and never shown; write it with every change."
    >
      <PasswordInput maxLength={1_000} autoComplete="new-password" rules={{ required: 'Write the secret key.' }} />
    </Field>
    <Field name="configurationSet" label="Configuration set" isOptional>
      <TextInput maxLength={64} autoComplete="off" spellCheck={false} />
    </Field>
    <Field
      name="topicArn"
      label="SNS topic"
      isOptional
      hint="The topic of the configuration set. Without it bounces and complaints stay unknown here."
    >
      <TextInput maxLength={330} autoComplete="off" spellCheck={false} />
    </Field>
  </>
);

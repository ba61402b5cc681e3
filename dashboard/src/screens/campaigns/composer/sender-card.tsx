import type { ReactElement } from 'react';
import type { CampaignFields } from '../../../api/campaigns.ts';
import { useSenderDomains } from '../../../api/emails.ts';
import { useProject } from '../../../api/project.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { Card, type CardState } from './card.tsx';

interface SenderCardProps {
  readonly fields: CampaignFields;
  readonly state: CardState;
  readonly onChange: (change: Partial<CampaignFields>) => void;
}

export function SenderCard({ fields, state, onChange }: SenderCardProps): ReactElement {
  const { project } = useProject();
  const { data: verified = [] } = useSenderDomains(true);
  const at = fields.from.lastIndexOf('@');
  const [sender, domain] = at === -1 ? [fields.from, ''] : [fields.from.slice(0, at), fields.from.slice(at + 1)];
  const sandbox = project.sandboxAddress.slice(project.sandboxAddress.lastIndexOf('@') + 1);
  const usable = [sandbox, ...verified.filter((name) => name !== sandbox)];
  const options = usable.map((name) => ({ value: name, label: name === sandbox ? `@${name} (sandbox)` : `@${name}` }));
  if (!usable.includes(domain)) options.push({ value: domain, label: `@${domain} (not verified)` });
  return (
    <Card title="Sender" state={state}>
      <div className="sender-grid">
        <Field label="Name" isOptional>
          <TextInput
            maxLength={255}
            autoComplete="off"
            value={fields.fromName ?? ''}
            onChange={({ target }) => onChange({ fromName: orNull(target.value) })}
          />
        </Field>
        <Field label="Reply to" isOptional>
          <TextInput
            type="email"
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            value={fields.replyTo ?? ''}
            onChange={({ target }) => onChange({ replyTo: orNull(target.value.trim()) })}
          />
        </Field>
        <Field label="Address">
          <TextInput
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            value={sender}
            onChange={({ target }) => onChange({ from: `${target.value.replaceAll(/[\s@]/g, '')}@${domain}` })}
          />
        </Field>
        <Field label="Domain">
          <Select
            value={domain}
            options={options}
            onChange={({ target }) => onChange({ from: `${sender}@${target.value}` })}
          />
        </Field>
      </div>
    </Card>
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);

import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { Menu } from '../../widgets/menu/menu.tsx';

interface WebhookMenuProps {
  readonly endpoint: WebhookEndpoint;
  /** Why the person may change nothing. */
  readonly refusal: string | undefined;
  readonly onEnable: (enabled: boolean) => void;
  readonly onAsk: (what: 'edit' | 'rotate' | 'delete') => void;
}

export function WebhookMenu({ endpoint, refusal, onEnable, onAsk }: WebhookMenuProps): ReactElement {
  return (
    <Menu
      trigger={
        <button type="button" className="btn icon" aria-label="More about this webhook">
          <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
      items={[
        { key: 'edit', label: 'Change address and events…', refusal, onRun: () => onAsk('edit') },
        endpoint.enabled
          ? { key: 'disable', label: 'Disable', refusal, onRun: () => onEnable(false) }
          : { key: 'enable', label: 'Enable', refusal, onRun: () => onEnable(true) },
        { key: 'rotate', label: 'Replace the secret…', refusal, onRun: () => onAsk('rotate') },
        {
          key: 'delete',
          label: 'Delete webhook…',
          refusal,
          isDanger: true,
          isApart: true,
          onRun: () => onAsk('delete'),
        },
      ]}
    />
  );
}

import type { ReactElement } from 'react';
import type { CampaignFields } from '../../../api/campaigns.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { MailPreview } from '../mail-preview.tsx';

interface PreviewDialogProps {
  readonly fields: CampaignFields;
  readonly onClose: () => void;
}

export function PreviewDialog({ fields, onClose }: PreviewDialogProps): ReactElement {
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Preview"
      foot={
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      }
    >
      <MailPreview fields={fields} />
    </Dialog>
  );
}

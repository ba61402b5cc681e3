import { Ellipsis, Pencil, Zap } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useBaseUrl } from '../../../api/base-url.ts';
import { useExportContact, useLastOf } from '../../../api/contact-story.ts';
import type { Contact } from '../../../api/contacts.ts';
import { curlOf } from '../../../api/curl.ts';
import { problemOf } from '../../../api/problem.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { useLetter } from '../../../shell/use-letter.ts';
import { AddressText } from '../../../widgets/copy-cell/address-text.tsx';
import { copyText } from '../../../widgets/copy-cell/copy-text.ts';
import { dateFormat, formatExact, formatMoment } from '../../../widgets/figures/format.ts';
import { useNow } from '../../../widgets/figures/relative-time.tsx';
import { Menu } from '../../../widgets/menu/menu.tsx';
import { saveFile } from '../../../widgets/save-file/save-file.ts';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { AddressEditor } from './address-editor.tsx';
import { creationWords } from './subscription-words.ts';

interface ContactHeadProps {
  readonly contact: Contact;
  readonly onTrack: () => void;
  readonly onDelete: () => void;
}

export function ContactHead({ contact, onTrack, onDelete }: ContactHeadProps): ReactElement {
  const baseUrl = useBaseUrl();
  const { say } = useToasts();
  const [isEditing, setIsEditing] = useState(false);
  useLetter('e', () => setIsEditing(true));
  const copy = async (text: string, what: string) => {
    if (await copyText(text, what)) say({ message: `Copied ${what}.` });
  };
  const mayExport = useMay('ADMIN');
  const exporting = useExportContact();
  const exportNow = async () => {
    try {
      saveFile(`${contact.email}.json`, await exporting.mutateAsync(contact.id), 'json');
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  return (
    <div className="head">
      <div>
        {isEditing ? (
          <>
            <h1 className="vh">{contact.email}</h1>
            <AddressEditor contact={contact} onClose={() => setIsEditing(false)} />
          </>
        ) : (
          <div className="rowflex contact-name">
            <h1>
              <AddressText address={contact.email} />
            </h1>
            <button
              type="button"
              className="iconbtn"
              aria-label="Change the address"
              onClick={() => setIsEditing(true)}
            >
              <Pencil size={16} strokeWidth={1.75} aria-hidden className="i" />
            </button>
          </div>
        )}
        <Since contact={contact} />
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onTrack}>
          <Zap size={16} strokeWidth={1.75} aria-hidden className="i" />
          Track an event
        </button>
        <Menu
          trigger={
            <button type="button" className="btn icon" aria-label="More">
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden className="i" />
            </button>
          }
          items={[
            { key: 'id', label: 'Copy id', onRun: () => void copy(contact.id, 'the id') },
            {
              key: 'curl',
              label: 'Copy as curl',
              onRun: () => void copy(curlOf(baseUrl, { path: `/contacts/${contact.id}` }), 'the request as curl'),
            },
            {
              key: 'export',
              label: exporting.isPending ? 'Export under way' : 'Export everything as a file',
              refusal: mayExport ? undefined : 'Only owners and admins export a contact.',
              onRun: () => void exportNow(),
            },
            { key: 'delete', label: 'Delete contact…', isDanger: true, isApart: true, onRun: onDelete },
          ]}
        />
      </div>
    </div>
  );
}

function Since({ contact }: { readonly contact: Contact }): ReactElement {
  const { project } = useProject();
  const now = useNow();
  const created = useLastOf(contact.id, 'created').data;
  const words = created ? creationWords(created) : null;
  const zone = project.timezone;
  const format = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }, zone);
  const day = format.format(Date.parse(contact.createdAt));
  const changedAt = Date.parse(contact.updatedAt);
  return (
    <p className="sub">
      {words ? `Contact since ${day}, created ${words}.` : `Contact since ${day}.`} Last changed{' '}
      <time dateTime={contact.updatedAt} title={formatExact(changedAt, zone)}>
        {formatMoment(changedAt, now, zone)}
      </time>
      .
    </p>
  );
}

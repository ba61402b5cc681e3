import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { type Contact, findByAddress, useChangeContact } from '../../../api/contacts.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';

interface AddressEditorProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

interface Refusal {
  readonly message: string;
  /** The contact that has the address already. */
  readonly other: Contact | null;
}

/** The address in its place. A conflict names the other contact. */
export function AddressEditor({ contact, onClose }: AddressEditorProps): ReactElement {
  const { project, session } = useProject();
  const noteId = useId();
  const change = useChangeContact();
  const [email, setEmail] = useState(contact.email);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = email.trim();
    if (wanted === contact.email) return onClose();
    try {
      await change.mutateAsync({ id: contact.id, change: { email: wanted } });
      onClose();
    } catch (error) {
      const problem = problemOf(error);
      const other = problem.statusCode === 409 ? await findByAddress(session, wanted).catch(() => null) : null;
      setRefusal({ message: problem.fieldErrors?.[0]?.message ?? problem.message, other });
    }
  };

  return (
    <form
      className="address-editor"
      aria-label="Change the address"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        className={refusal ? 'input err' : 'input'}
        type="email"
        aria-label="Address"
        aria-invalid={refusal ? true : undefined}
        aria-describedby={noteId}
        value={email}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        disabled={change.isPending}
        // biome-ignore lint/a11y/noAutofocus: the person just asked to edit it
        autoFocus
        onChange={(event) => {
          setEmail(event.target.value);
          setRefusal(null);
        }}
      />
      <button type="submit" className="btn primary" disabled={change.isPending}>
        Save
      </button>
      <button type="button" className="btn" onClick={onClose}>
        Keep
      </button>
      <p id={noteId} className={refusal ? 't13 bad' : 't13 t3'} role="status">
        {refusal ? (
          <>
            {refusal.message}
            {refusal.other && (
              <>
                :{' '}
                <a className="plain" href={paths.contact(project.id, refusal.other.id)}>
                  {refusal.other.email}
                </a>
              </>
            )}
          </>
        ) : (
          'Events and memberships stay; mail already accepted keeps the old address.'
        )}
      </p>
    </form>
  );
}

import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useUploadImage } from '../../api/uploads.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { imageHtml, refusalOf } from './image-html.ts';

interface ImageDialogProps {
  readonly onClose: () => void;
  readonly onUploaded: (html: string) => void;
}

export function ImageDialog({ onClose, onUploaded }: ImageDialogProps): ReactElement {
  const upload = useUploadImage();
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [isTried, setIsTried] = useState(false);
  const refusal = refusalOf(file);
  const insert = () => {
    setIsTried(true);
    if (file === null || refusal !== null) return;
    upload.mutate(file, { onSuccess: (image) => onUploaded(imageHtml(image, alt)) });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Insert an image"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={upload.isPending} onClick={insert}>
            {upload.isPending ? 'Uploading' : 'Upload and insert'}
          </button>
        </>
      }
    >
      <div className="stack">
        <Field
          label="File"
          hint="PNG, JPEG, GIF or WebP, at most 10 MB. It is stored on this instance, and everyone with its address can see it."
          error={isTried && refusal !== null ? refusal : undefined}
        >
          <FileInput onChoose={setFile} />
        </Field>
        <Field
          label="What it shows"
          hint="Read aloud, and shown while images are off. Leave it empty if it only decorates."
        >
          <TextInput maxLength={300} value={alt} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        {upload.error && <ProblemNotice problem={problemOf(upload.error)} />}
      </div>
    </Dialog>
  );
}

function FileInput({ onChoose }: { readonly onChoose: (file: File | null) => void }): ReactElement {
  return (
    <input
      type="file"
      className="input file"
      aria-label="File"
      accept="image/png,image/jpeg,image/gif,image/webp"
      onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
    />
  );
}

import { ImagePlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { ImageDialog } from './image-dialog.tsx';

/** Uploads an image and hands back the HTML that shows it. */
export function ImageButton({ onUploaded }: { readonly onUploaded: (html: string) => void }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn sm quiet" onClick={() => setIsOpen(true)}>
        <ImagePlus className="i" size={16} strokeWidth={1.75} aria-hidden />
        Image
      </button>
      {isOpen && (
        <ImageDialog
          onClose={() => setIsOpen(false)}
          onUploaded={(html) => {
            setIsOpen(false);
            // Why later: the dialog gives the focus back to its button first.
            requestAnimationFrame(() => onUploaded(html));
          }}
        />
      )}
    </>
  );
}

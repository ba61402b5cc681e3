import { Image, ImageOff, Monitor, Moon, Smartphone } from 'lucide-react';
import { type CSSProperties, type ReactElement, type ReactNode, useState } from 'react';
import './mail-frame.css';

interface MailFrameProps {
  /** A short-lived address of the rendered mail; never its HTML. Null while it is not known. */
  src: string | null;
  title: string;
  /** Whether the address shows remote images; without the callback there is no button. */
  hasImages?: boolean;
  onImagesChange?: (hasImages: boolean) => void;
  /** The mail has rules of its own for dark: then the address shows them, and nothing is inverted here. */
  hasOwnDark?: boolean;
  onDarkChange?: (isDark: boolean) => void;
  /** Shown instead of the mail: loading, expired, could not be rendered. */
  fallback?: ReactNode;
  /** Further tools at the start of the bar. */
  tools?: ReactNode;
  /** Between the bar and the mail: a strip that says how old the mail is. */
  notice?: ReactNode;
  /** Above the mail, as wide as it: its subject. */
  head?: ReactNode;
  /** In pixels; the frame has no access to its content, so the height cannot be fitted. */
  height?: number;
}

interface WellStyle extends CSSProperties {
  '--w': string;
}

type Width = 'desktop' | 'phone';

const widths: Record<Width, number> = { desktop: 600, phone: 375 };

/** The rendered mail in a frame that may do nothing: no script, no forms, no way out. */
export function MailFrame(props: MailFrameProps): ReactElement {
  const {
    src,
    title,
    hasImages = false,
    onImagesChange,
    hasOwnDark = false,
    onDarkChange,
    fallback,
    tools,
    notice,
    head,
    height = 640,
  } = props;
  const [width, setWidth] = useState<Width>('desktop');
  const [isDark, setIsDark] = useState(false);
  const darkWords = hasOwnDark ? 'Dark: by the rules of the mail' : 'Dark: as a mail client that inverts colours';
  const style: WellStyle = { '--w': `${widths[width]}px` };
  return (
    <div className="mail-frame">
      <div className="mail-tools">
        {tools}
        <fieldset className="btns" aria-label="Width of the mail">
          <WidthButton width="desktop" shown={width} onChoose={setWidth} />
          <WidthButton width="phone" shown={width} onChoose={setWidth} />
        </fieldset>
        <button
          type="button"
          className="btn sm icon"
          aria-pressed={isDark}
          aria-label={darkWords}
          title={darkWords}
          onClick={() => {
            setIsDark(!isDark);
            onDarkChange?.(!isDark);
          }}
        >
          <Moon className="i" size={16} strokeWidth={1.75} aria-hidden />
        </button>
        {onImagesChange ? (
          <button type="button" className="btn sm" aria-pressed={hasImages} onClick={() => onImagesChange(!hasImages)}>
            {hasImages ? (
              <ImageOff className="i" size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <Image className="i" size={16} strokeWidth={1.75} aria-hidden />
            )}
            {hasImages ? 'Hide images' : 'Show images'}
          </button>
        ) : null}
      </div>
      {notice}
      <div className={`well${isDark && !hasOwnDark ? ' dark' : ''}`} style={style}>
        {head}
        {src === null ? (
          <div className="mail-absent">{fallback}</div>
        ) : (
          <NewestLetter src={src} title={title} height={height} />
        )}
      </div>
    </div>
  );
}

interface LetterFrameProps {
  src: string;
  title: string;
  height: number;
}

/** The frame alone, for a small look at a mail. */
export const LetterFrame = ({ src, title, height }: LetterFrameProps): ReactElement => (
  <iframe className="letter-frame" key={src} src={src} title={title} height={height} {...withoutRights} />
);

const withoutRights = { sandbox: '', referrerPolicy: 'no-referrer' } as const;

/** The next mail loads unseen behind the one that is shown, so that nothing flashes while a text is edited. */
function NewestLetter({ src, title, height }: LetterFrameProps): ReactElement {
  const [shown, setShown] = useState(src);
  const next = src === shown ? [] : [src];
  return (
    <div className="letter-place">
      {[shown, ...next].map((address) => (
        <iframe
          key={address}
          className={address === shown ? 'letter-frame' : 'letter-coming'}
          src={address}
          title={address === shown ? title : 'Loading'}
          aria-hidden={address === shown ? undefined : true}
          tabIndex={address === shown ? undefined : -1}
          height={height}
          onLoad={() => setShown(address)}
          {...withoutRights}
        />
      ))}
    </div>
  );
}

interface WidthButtonProps {
  width: Width;
  shown: Width;
  onChoose: (width: Width) => void;
}

function WidthButton({ width, shown, onChoose }: WidthButtonProps): ReactElement {
  const label = width === 'desktop' ? 'Desktop, 600 wide' : 'Phone, 375 wide';
  const Icon = width === 'desktop' ? Monitor : Smartphone;
  return (
    <button
      type="button"
      className="btn sm icon"
      aria-pressed={shown === width}
      aria-label={label}
      title={label}
      onClick={() => onChoose(width)}
    >
      <Icon className="i" size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

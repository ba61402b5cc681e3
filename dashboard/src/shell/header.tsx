import { CircleQuestionMark, MenuIcon, Search } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { LiveWord } from './live-word.tsx';

interface HeaderProps {
  readonly crumbsPlace: Ref<HTMLElement>;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function Header({ crumbsPlace, onMenu, onSearch, onHelp }: HeaderProps): ReactElement {
  return (
    <header className="top">
      <button type="button" className="iconbtn burger" aria-label="Open menu" onClick={onMenu}>
        <MenuIcon className="i" size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <nav className="crumbs" aria-label="Where you are" ref={crumbsPlace} />
      <div className="tools">
        <LiveWord />
        <button type="button" className="find" onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <Search className="i" size={16} strokeWidth={1.75} aria-hidden />
          <span>Contact, mail, request id</span>
          <span className="key">{isApple ? '⌘ K' : 'Ctrl K'}</span>
        </button>
        <button type="button" className="iconbtn find-sm" aria-label="Search" onClick={onSearch}>
          <Search className="i" size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <button type="button" className="iconbtn help" aria-label="Keys of this page" onClick={onHelp}>
          <CircleQuestionMark className="i" size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <AccountMenu />
      </div>
    </header>
  );
}

import type { PageTexts } from './texts.ts';

export const pl: PageTexts = {
  language: 'pl',
  unsubscribe: (project) => ({
    title: 'Rezygnacja z subskrypcji',
    sentence: `Po naciśnięciu przycisku ${project} nie wyśle już newsletterów na ten adres.`,
  }),
  unsubscribed: (project) => ({
    title: 'Subskrypcja anulowana',
    sentence: `${project} nie wyśle już newsletterów na ten adres.`,
  }),
  subscribe: (project) => ({
    title: 'Subskrypcja',
    sentence: `Naciśnij przycisk, aby otrzymywać newslettery od ${project} na ten adres.`,
  }),
  subscribed: (project) => ({
    title: 'Subskrypcja aktywna',
    sentence: `${project} będzie wysyłać newslettery na ten adres.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Subskrypcja aktywna',
    sentence: `Otrzymujesz newslettery od ${project} na ten adres.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'Brak subskrypcji',
    sentence: `Nie otrzymujesz newsletterów od ${project} na ten adres.`,
  }),
  stillSent: 'Wiadomości o zamówieniu lub koncie mogą nadal przychodzić.',
  changedMind: 'Zmiana zdania?',
  unsubscribeButton: 'Wypisz mnie',
  subscribeButton: 'Zapisz mnie',
  subscribeAgainButton: 'Zapisz mnie ponownie',
  yourAddress: 'Twój adres',
  viewMail: 'Pokaż wiadomość w przeglądarce',
  incomplete: {
    title: 'Ten link jest niepełny',
    sentence:
      'Otwórz go jeszcze raz z wiadomości lub skopiuj w całości. Jeśli nadal nie działa, odpowiedz na wiadomość, aby dotrzeć do nadawcy.',
  },
  gone: (project) => ({
    title: 'Nie trzeba już nic robić',
    sentence:
      project === null ? 'Twój adres nie jest tu już przechowywany.' : `${project} nie przechowuje już Twojego adresu.`,
  }),
  expired: {
    title: 'Tej wiadomości już tu nie ma',
    sentence: 'Wiadomości można oglądać w sieci przez ograniczony czas. Nadal masz ją w swojej skrzynce.',
  },
  notUnderstood: {
    title: 'Nic nie zmieniono',
    sentence: 'Ten wybór nie został zrozumiany. Wróć i spróbuj ponownie.',
  },
  tooMany: { title: 'Zbyt wiele prób', sentence: 'Odczekaj minutę i spróbuj ponownie.' },
  failed: {
    title: 'Spróbuj ponownie',
    sentence: 'Coś poszło nie tak po naszej stronie. Odczekaj minutę, a potem spróbuj ponownie.',
  },
  leaving: (host) => ({
    title: 'Zanim przejdziesz dalej',
    sentence: `Ten link prowadzi do ${host}. Konto nadawcy jest obecnie nieaktywne. Przejdź dalej tylko wtedy, gdy znasz tę stronę.`,
  }),
  continueButton: (host) => `Przejdź do ${host}`,
};

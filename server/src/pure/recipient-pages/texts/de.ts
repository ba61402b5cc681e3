import type { PageTexts } from './texts.ts';

export const de: PageTexts = {
  language: 'de',
  unsubscribe: (project) => ({
    title: 'Abmelden',
    sentence: `Mit einem Klick auf den Knopf sendet ${project} keine Newsletter mehr an diese Adresse.`,
  }),
  unsubscribed: (project) => ({
    title: 'Sie sind abgemeldet',
    sentence: `${project} sendet keine Newsletter mehr an diese Adresse.`,
  }),
  subscribe: (project) => ({
    title: 'Anmelden',
    sentence: `Mit einem Klick auf den Knopf erhalten Sie Newsletter von ${project} an diese Adresse.`,
  }),
  subscribed: (project) => ({
    title: 'Sie sind angemeldet',
    sentence: `${project} sendet seine Newsletter an diese Adresse.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Sie sind angemeldet',
    sentence: `Sie erhalten Newsletter von ${project} an diese Adresse.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'Sie sind nicht angemeldet',
    sentence: `Sie erhalten keine Newsletter von ${project} an diese Adresse.`,
  }),
  stillSent: 'Nachrichten zu einer Bestellung oder Ihrem Konto können weiterhin ankommen.',
  changedMind: 'Doch anders entschieden?',
  unsubscribeButton: 'Abmelden',
  subscribeButton: 'Anmelden',
  subscribeAgainButton: 'Wieder anmelden',
  yourAddress: 'Ihre Adresse',
  viewMail: 'E-Mail im Browser ansehen',
  incomplete: {
    title: 'Dieser Link ist unvollständig',
    sentence:
      'Bitte öffnen Sie ihn noch einmal aus der E-Mail oder kopieren Sie ihn ganz. Hilft das nicht, antworten Sie auf die E-Mail, um den Absender zu erreichen.',
  },
  gone: (project) => ({
    title: 'Es ist nichts mehr zu tun',
    sentence:
      project === null
        ? 'Ihre Adresse ist hier nicht mehr gespeichert.'
        : `${project} hat Ihre Adresse nicht mehr gespeichert.`,
  }),
  expired: {
    title: 'Diese E-Mail ist nicht mehr hier',
    sentence: 'E-Mails lassen sich nur begrenzte Zeit online ansehen. In Ihrem Postfach haben Sie sie weiterhin.',
  },
  notUnderstood: {
    title: 'Es wurde nichts geändert',
    sentence: 'Diese Auswahl wurde nicht verstanden. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  },
  tooMany: { title: 'Zu viele Versuche', sentence: 'Bitte warten Sie eine Minute und versuchen Sie es noch einmal.' },
  failed: {
    title: 'Bitte versuchen Sie es noch einmal',
    sentence: 'Bei uns ist etwas schiefgegangen. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  leaving: (host) => ({
    title: 'Bevor Sie weitergehen',
    sentence: `Dieser Link führt zu ${host}. Das Konto des Absenders ist zurzeit nicht aktiv. Gehen Sie nur weiter, wenn Sie die Seite kennen.`,
  }),
  continueButton: (host) => `Weiter zu ${host}`,
};

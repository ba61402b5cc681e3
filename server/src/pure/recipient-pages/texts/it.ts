import type { PageTexts } from './texts.ts';

export const it: PageTexts = {
  language: 'it',
  unsubscribe: (project) => ({
    title: 'Annulla iscrizione',
    sentence: `Premendo il pulsante, ${project} non invierà più newsletter a questo indirizzo.`,
  }),
  unsubscribed: (project) => ({
    title: 'Iscrizione annullata',
    sentence: `${project} non invierà più newsletter a questo indirizzo.`,
  }),
  subscribe: (project) => ({
    title: 'Iscriviti',
    sentence: `Premi il pulsante per ricevere le newsletter di ${project} a questo indirizzo.`,
  }),
  subscribed: (project) => ({
    title: 'Iscrizione attiva',
    sentence: `${project} invierà le sue newsletter a questo indirizzo.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Iscrizione attiva',
    sentence: `Ricevi le newsletter di ${project} a questo indirizzo.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'Nessuna iscrizione',
    sentence: `Non ricevi le newsletter di ${project} a questo indirizzo.`,
  }),
  stillSent: 'Potranno ancora arrivare messaggi su un ordine o sul tuo account.',
  changedMind: 'Hai cambiato idea?',
  unsubscribeButton: 'Annulla iscrizione',
  subscribeButton: 'Iscriviti',
  subscribeAgainButton: 'Iscriviti di nuovo',
  yourAddress: 'Il tuo indirizzo',
  viewMail: 'Vedi l’e-mail nel browser',
  incomplete: {
    title: 'Questo link è incompleto',
    sentence:
      'Aprilo di nuovo dall’e-mail o copialo per intero. Se ancora non funziona, rispondi all’e-mail per contattare il mittente.',
  },
  gone: (project) => ({
    title: 'Non resta nulla da fare',
    sentence:
      project === null ? 'Il tuo indirizzo non è più conservato qui.' : `${project} non conserva più il tuo indirizzo.`,
  }),
  expired: {
    title: 'Questa e-mail non è più qui',
    sentence: 'Le e-mail si possono vedere online per un tempo limitato. La trovi ancora nella tua casella.',
  },
  notUnderstood: {
    title: 'Non è stato cambiato nulla',
    sentence: 'La scelta non è stata compresa. Torna indietro e riprova.',
  },
  tooMany: { title: 'Troppi tentativi', sentence: 'Attendi un minuto e riprova.' },
  failed: { title: 'Riprova', sentence: 'Qualcosa è andato storto da parte nostra. Attendi un minuto e poi riprova.' },
  leaving: (host) => ({
    title: 'Prima di continuare',
    sentence: `Questo link porta a ${host}. L’account del mittente al momento non è attivo. Continua solo se conosci la pagina.`,
  }),
  continueButton: (host) => `Continua su ${host}`,
};

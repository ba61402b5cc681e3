import type { PageTexts } from './texts.ts';

export const fr: PageTexts = {
  language: 'fr',
  unsubscribe: (project) => ({
    title: 'Se désabonner',
    sentence: `Appuyez sur le bouton et ${project} n’enverra plus de lettres d’information à cette adresse.`,
  }),
  unsubscribed: (project) => ({
    title: 'Vous êtes désabonné',
    sentence: `${project} n’enverra plus de lettres d’information à cette adresse.`,
  }),
  subscribe: (project) => ({
    title: 'S’abonner',
    sentence: `Appuyez sur le bouton pour recevoir les lettres d’information de ${project} à cette adresse.`,
  }),
  subscribed: (project) => ({
    title: 'Vous êtes abonné',
    sentence: `${project} enverra ses lettres d’information à cette adresse.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Vous êtes abonné',
    sentence: `Vous recevez les lettres d’information de ${project} à cette adresse.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'Vous n’êtes pas abonné',
    sentence: `Vous ne recevez pas les lettres d’information de ${project} à cette adresse.`,
  }),
  stillSent: 'Des messages concernant une commande ou votre compte peuvent encore arriver.',
  changedMind: 'Vous avez changé d’avis ?',
  unsubscribeButton: 'Se désabonner',
  subscribeButton: 'S’abonner',
  subscribeAgainButton: 'Se réabonner',
  yourAddress: 'Votre adresse',
  viewMail: 'Voir l’e-mail dans le navigateur',
  incomplete: {
    title: 'Ce lien est incomplet',
    sentence:
      'Ouvrez-le de nouveau depuis l’e-mail ou copiez-le en entier. Si cela ne suffit pas, répondez à l’e-mail pour joindre l’expéditeur.',
  },
  gone: (project) => ({
    title: 'Il n’y a plus rien à faire',
    sentence:
      project === null ? 'Votre adresse n’est plus conservée ici.' : `${project} ne conserve plus votre adresse.`,
  }),
  expired: {
    title: 'Cet e-mail n’est plus ici',
    sentence: 'Les e-mails ne sont consultables en ligne qu’un certain temps. Vous l’avez toujours dans votre boîte.',
  },
  notUnderstood: {
    title: 'Rien n’a été modifié',
    sentence: 'Ce choix n’a pas été compris. Revenez en arrière et réessayez.',
  },
  tooMany: { title: 'Trop de tentatives', sentence: 'Patientez une minute et réessayez.' },
  failed: {
    title: 'Veuillez réessayer',
    sentence: 'Un problème est survenu de notre côté. Patientez une minute, puis réessayez.',
  },
  leaving: (host) => ({
    title: 'Avant de continuer',
    sentence: `Ce lien mène à ${host}. Le compte de l’expéditeur n’est pas actif en ce moment. Ne continuez que si vous connaissez cette page.`,
  }),
  continueButton: (host) => `Continuer vers ${host}`,
};

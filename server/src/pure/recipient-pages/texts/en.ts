import type { PageTexts } from './texts.ts';

export const en: PageTexts = {
  language: 'en',
  unsubscribe: (project) => ({
    title: 'Unsubscribe',
    sentence: `Press the button and ${project} will send no more newsletters to this address.`,
  }),
  unsubscribed: (project) => ({
    title: 'You are unsubscribed',
    sentence: `${project} will send no more newsletters to this address.`,
  }),
  subscribe: (project) => ({
    title: 'Subscribe',
    sentence: `Press the button to receive newsletters from ${project} at this address.`,
  }),
  subscribed: (project) => ({
    title: 'You are subscribed',
    sentence: `${project} will send its newsletters to this address.`,
  }),
  manageSubscribed: (project) => ({
    title: 'You are subscribed',
    sentence: `You receive newsletters from ${project} at this address.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'You are not subscribed',
    sentence: `You receive no newsletters from ${project} at this address.`,
  }),
  stillSent: 'Messages about an order or your account may still arrive.',
  changedMind: 'Changed your mind?',
  unsubscribeButton: 'Unsubscribe',
  subscribeButton: 'Subscribe',
  subscribeAgainButton: 'Subscribe again',
  yourAddress: 'Your address',
  viewMail: 'View the email in your browser',
  incomplete: {
    title: 'This link is incomplete',
    sentence:
      'Please open it from the email once more, or copy it whole. If it still does not work, reply to the email to reach the sender.',
  },
  gone: (project) => ({
    title: 'There is nothing left to do',
    sentence: project === null ? 'Your address is no longer stored here.' : `${project} no longer stores your address.`,
  }),
  expired: {
    title: 'This email is no longer here',
    sentence: 'Emails can be viewed online for a limited time. You still have it in your mailbox.',
  },
  notUnderstood: {
    title: 'Nothing was changed',
    sentence: 'That choice was not understood. Please go back and try again.',
  },
  tooMany: { title: 'Too many attempts', sentence: 'Please wait a minute and try again.' },
  failed: {
    title: 'Please try again',
    sentence: 'Something went wrong on our side. Please wait a minute and try again.',
  },
  leaving: (host) => ({
    title: 'Before you go on',
    sentence: `This link leads to ${host}. The sender’s account is not active at the moment. Only go on if you know the page.`,
  }),
  continueButton: (host) => `Continue to ${host}`,
};

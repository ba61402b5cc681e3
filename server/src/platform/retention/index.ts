export { type BeforeExpiry, makeFirstPartitions, retentionSchedule } from './retention-schedule.ts';

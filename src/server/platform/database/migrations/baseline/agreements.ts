import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export const agreementTables = ({ isSqlite, strict }: Dialect) => [
  sql`create table finance_signature (
    purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
    quote_id text not null,
    quote_version integer not null,
    method text not null,
    document_version text not null,
    document text not null,
    document_sha256 text not null,
    signed_by text not null,
    signed_at text not null) ${strict}`,
  sql`create index finance_signature_age on finance_signature (signed_at)`,
  // A signature never changes. It is deleted with its purchase or its customer.
  ...(isSqlite
    ? [
        sql`create trigger finance_signature_no_update before update on finance_signature
          begin select raise(abort, 'a signature is not changed'); end`,
      ]
    : [
        sql`create function finance_signature_stays() returns trigger language plpgsql as
          $$ begin raise exception 'a signature is not changed'; end $$`,
        sql`create trigger finance_signature_no_update before update on finance_signature
          for each statement execute function finance_signature_stays()`,
      ]),

  sql`create table sale_agreement (
    agreement_id text primary key,
    purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
    wording_version text not null,
    document text not null,
    document_sha256 text not null,
    issued_by text not null,
    issued_at text not null) ${strict}`,
  sql`create index sale_agreement_journey on sale_agreement (purchase_journey_id, issued_at)`,

  // A purchase has one accepted agreement.
  sql`create table agreement_acceptance (
    purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
    agreement_id text references sale_agreement (agreement_id),
    method text not null,
    name text,
    accepted_by text not null,
    accepted_at text not null) ${strict}`,
  sql`create index acceptance_agreement on agreement_acceptance (agreement_id)`,
  // A joint buyer signs an agreement once.
  sql`create table agreement_signature (
    agreement_id text not null references sale_agreement (agreement_id) on delete cascade,
    person_id text not null,
    name text not null,
    signed_by text not null,
    signed_at text not null,
    primary key (agreement_id, person_id)) ${strict}`,
  sql`create index agreement_signature_signer on agreement_signature (signed_by)`,
  ...agreementsStay(isSqlite),
]

/** Agreements and acceptances never change, except for the key that they are encrypted with. */
const WRITE_ONCE = [
  {
    table: sql.ref('sale_agreement'),
    sealed: sql.ref('document'),
    others: sql`agreement_id, purchase_journey_id, wording_version, document_sha256, issued_by, issued_at`,
    noUpdate: sql.ref('sale_agreement_no_update'),
    anotherKey: sql.ref('sale_agreement_another_key'),
  },
  {
    table: sql.ref('agreement_acceptance'),
    sealed: sql.ref('name'),
    others: sql`purchase_journey_id, agreement_id, method, accepted_by, accepted_at`,
    noUpdate: sql.ref('agreement_acceptance_no_update'),
    anotherKey: sql.ref('agreement_acceptance_another_key'),
  },
  {
    table: sql.ref('agreement_signature'),
    sealed: sql.ref('name'),
    others: sql`agreement_id, person_id, signed_by, signed_at`,
    noUpdate: sql.ref('agreement_signature_no_update'),
    anotherKey: sql.ref('agreement_signature_another_key'),
  },
]

const agreementsStay = (isSqlite: boolean) =>
  isSqlite
    ? WRITE_ONCE.flatMap(({ table, sealed, others, noUpdate, anotherKey }) => [
        sql`create trigger ${noUpdate} before update of ${others} on ${table}
          begin select raise(abort, 'an agreement is not changed'); end`,
        sql`create trigger ${anotherKey} before update of ${sealed} on ${table}
          when new.${sealed} is null or old.${sealed} is null or new.${sealed} not like 'k%.%'
            or substr(new.${sealed}, 1, instr(new.${sealed}, '.')) = substr(old.${sealed}, 1, instr(old.${sealed}, '.'))
          begin select raise(abort, 'an agreement is not changed'); end`,
      ])
    : [
        sql`create function agreement_stays() returns trigger language plpgsql as
          $$ begin raise exception 'an agreement is not changed'; end $$`,
        ...WRITE_ONCE.flatMap(({ table, sealed, others, noUpdate, anotherKey }) => [
          sql`create trigger ${noUpdate} before update of ${others} on ${table}
            for each statement execute function agreement_stays()`,
          sql`create trigger ${anotherKey} before update of ${sealed} on ${table} for each row
            when (new.${sealed} is null or old.${sealed} is null or new.${sealed} not like 'k%.%'
              or split_part(new.${sealed}, '.', 1) = split_part(old.${sealed}, '.', 1))
            execute function agreement_stays()`,
        ]),
      ]

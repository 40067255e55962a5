-- version 0.1.0, commit 4789e4e54f40f54b973b0d4b16a82fb76f3cc35e
CREATE TABLE account_deletion (
      customer_id integer primary key references customer (id),
      requested_at text not null,
      due_at text not null,
      done_at text) strict;
CREATE TABLE acting (
      session_id text primary key references session (session_id) on delete cascade,
      staff_id integer not null references staff (id),
      customer_id integer not null references customer (id),
      started_at text not null,
      last_active_at text not null) strict;
CREATE TABLE address_import (
      import_id integer primary key autoincrement,
      source text not null,
      is_running integer unique,
      is_active integer unique,
      addresses integer not null,
      roads integer not null,
      started_at text not null,
      touched_at text not null,
      finished_at text) strict;
CREATE TABLE address_point (
      road_id integer not null,
      number integer not null,
      address_id integer not null,
      number_text text not null,
      postcode text,
      primary key (road_id, number, address_id)) strict, without rowid;
CREATE TABLE address_road (
      place integer primary key,
      road_id integer not null unique,
      name text not null,
      suburb text not null,
      city text not null,
      words text not null) strict;
CREATE VIRTUAL TABLE address_road_words using fts5
          (words, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii');
CREATE TABLE agreement_acceptance (
      purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
      agreement_id text references sale_agreement (agreement_id),
      method text not null,
      name text,
      accepted_by text not null,
      accepted_at text not null) strict;
CREATE TABLE "allocation" (
      purchase_journey_id text primary key references purchase_journey (purchase_journey_id),
      kind text not null,
      stock_id text references stock (stock_id),
      model_code text,
      month text,
      created_at text not null, eta_weeks integer) strict;
CREATE TABLE api_client (
      client_id text primary key,
      name text not null,
      secret_hash text not null,
      scopes text not null,
      created_at text not null,
      revoked_at text) strict;
CREATE TABLE api_token (
      token_id text primary key,
      client_id text not null references api_client (client_id),
      scopes text not null,
      created_at text not null,
      revoked_at text) strict;
CREATE TABLE audit (
      seq integer primary key,
      at text not null,
      actor text not null,
      customer_id integer,
      action text not null,
      is_acting integer not null,
      outcome text not null,
      fields text not null,
      request_id text not null,
      hash text not null) strict;
CREATE TABLE audit_head (
      id integer primary key check (id = 1),
      seq integer not null,
      hash text not null) strict;
CREATE TABLE "build_slot" (
      model_code text not null,
      month text not null,
      promised integer not null,
      primary key (model_code, month)) strict;
CREATE TABLE "captcha_used" (nonce text primary key, expires_at text not null) strict;
CREATE TABLE "customer" (
      id integer primary key autoincrement,
      customer_type text not null,
      first_name text not null,
      last_name text not null,
      company_name text,
      nzbn text,
      email text not null,
      email_key text not null unique,
      mobile_phone text,
      home_phone text,
      work_phone text,
      postal_address text,
      web_account_status text not null,
      marketing_consent integer not null,
      marketing_consent_at text,
      password_hash text,
      search_name text not null,
      created_at text not null,
      updated_at text not null, marketing_consent_source text) strict;
CREATE TABLE data_key (key_id text primary key);
CREATE TABLE delivery_estimate (
      id integer primary key autoincrement,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      from_day text not null,
      to_day text not null,
      note text,
      actor text not null,
      at text not null) strict;
CREATE TABLE delivery_event (
      id integer primary key autoincrement,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      delivery_status text not null,
      actor text not null,
      at text not null) strict;
CREATE TABLE email_change (
      customer_id integer primary key references customer (id),
      email text not null,
      created_at text not null) strict;
CREATE TABLE file_removal (file_id text primary key, due_at text not null) strict;
CREATE TABLE finance_signature (
      purchase_journey_id text primary key references purchase_journey (purchase_journey_id) on delete cascade,
      quote_id text not null,
      quote_version integer not null,
      method text not null,
      document_version text not null,
      document text not null,
      document_sha256 text not null,
      signed_by text not null,
      signed_at text not null) strict;
CREATE TABLE hand_over (
    outlet_code text not null,
    starts_at text not null,
    purchase_journey_id text not null unique references purchase_journey (purchase_journey_id) on delete cascade,
    sequence integer not null,
    booked_by text not null,
    booked_at text not null,
    primary key (outlet_code, starts_at)) strict;
CREATE TABLE "idempotency" (
      subject text not null,
      operation text not null,
      key text not null,
      fingerprint text not null,
      status integer,
      body text,
      created_at text not null,
      primary key (subject, operation, key)) strict;
CREATE TABLE "journey_event" (
      id integer primary key autoincrement,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      event text not null,
      from_status text not null,
      to_status text not null,
      actor text not null,
      at text not null, effect_id text) strict;
CREATE TABLE key_check (name text primary key, fingerprint text not null);
CREATE TABLE link_token (
      token_hash text primary key,
      customer_id integer not null references customer (id),
      created_at text not null,
      used_at text) strict;
CREATE TABLE "login_code" (
      login_code_id text primary key,
      subject text not null,
      customer_id integer references customer (id),
      purpose text not null,
      created_at text not null,
      expires_at text not null,
      sends integer not null,
      sent_at text not null,
      tries integer not null,
      used_at text) strict;
CREATE TABLE message (
      message_id text primary key,
      name text not null,
      email text not null,
      email_key text not null,
      message text not null,
      created_at text not null,
      done_at text,
      done_by integer references staff (id), kind text not null default 'MESSAGE', phone text, model_code text, outlet_code text, wished_day text, wished_time text) strict;
CREATE TABLE "outbox" (
      outbox_id text primary key,
      kind text not null,
      recipient text not null,
      subject text not null,
      text_body text not null,
      html_body text not null,
      priority integer not null,
      attempts integer not null,
      queued_at text not null,
      next_attempt_at text not null,
      give_up_at text not null,
      leased_until text,
      sent_at text,
      failed_at text,
      last_error text, attachment_name text, attachment_base64 text, unsubscribe_url text, sealed text) strict;
CREATE TABLE "ownership" (
      id integer primary key autoincrement,
      customer_id integer not null references customer (id),
      registration text not null,
      vin text,
      make text not null,
      model text not null,
      year integer not null,
      unique (customer_id, registration)) strict;
CREATE TABLE "payment" (
      payment_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id),
      type text not null,
      method text,
      source text not null,
      amount_cents integer not null check (amount_cents > 0),
      currency text not null,
      provider_reference text unique,
      provider_url text,
      provider_payment text,
      status text not null,
      duplicate integer not null,
      review_reason text,
      expires_at text,
      created_at text not null,
      updated_at text not null,
      next_check_at text,
      checks integer not null,
      leased_until text, received_cents integer) strict;
CREATE TABLE "provider_event" (
      event_id text primary key,
      provider text not null,
      type text not null,
      received_at text not null) strict;
CREATE TABLE purchase_file (
      file_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      kind text not null,
      trade_vehicle_id text not null,
      name text,
      type text not null,
      size_bytes integer not null,
      sha256 text not null,
      uploaded_by text not null,
      created_at text not null,
      read_at text, content_key text not null default 'k1') strict;
CREATE TABLE "purchase_journey" (
      purchase_journey_id text primary key,
      customer_id integer not null references customer (id),
      original_quote_id text not null references quote (quote_id),
      current_quote_id text not null references quote (quote_id),
      status text not null,
      furthest_step text not null,
      owner_details text,
      owner_details_confirmed integer not null,
      finance_applied integer not null,
      finance_application text,
      credit_decision text,
      outlet_code text,
      confirmed_at text,
      accepted_total_cents integer,
      terms_version text,
      signature_name text,
      delivery_status text,
      created_at text not null,
      last_activity_at text not null,
      version integer not null, credited_cents integer not null default 0, credited_from text, referred_at text, agreement_id text, decided_by text,
      unique (customer_id, original_quote_id)) strict;
CREATE TABLE purchase_note (
      note_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      text text not null,
      actor text not null,
      at text not null) strict;
CREATE TABLE "quote" (
      quote_id text primary key,
      customer_id integer references customer (id),
      browser_id_hash text,
      source_quote_id text,
      customer_name text not null,
      customer_email text not null,
      pay_option text not null,
      request text not null,
      priced text not null,
      drive_away_cents integer not null,
      catalogue_version text not null,
      created_at text not null,
      expires_at text not null,
      version integer not null,
      unique (source_quote_id, customer_id)) strict;
CREATE TABLE quote_code (
      code_hash text primary key,
      quote_id text not null references quote (quote_id) on delete cascade,
      content text not null,
      created_at text not null) strict;
CREATE TABLE "rate" (
      key text not null,
      window_start text not null,
      points integer not null,
      primary key (key, window_start)) strict;
CREATE TABLE recall (
      recall_number text primary key,
      title text not null,
      description text not null,
      remedy text not null,
      severity text not null,
      published text not null,
      source text not null,
      updated_at text not null) strict;
CREATE TABLE recall_vehicle (
      recall_number text not null references recall (recall_number) on delete cascade,
      vin text not null,
      registration text,
      model text not null,
      year integer not null,
      status text not null,
      primary key (vin, recall_number)) strict;
CREATE TABLE receipt (
      receipt_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id),
      source text not null,
      amount_cents integer not null check (amount_cents > 0),
      reference text not null,
      recorded_by text not null,
      recorded_at text not null,
      unique (purchase_journey_id, source, reference)) strict;
CREATE TABLE refund (
      refund_id text primary key,
      payment_id text not null unique references payment (payment_id),
      amount_cents integer not null check (amount_cents > 0),
      reason text not null,
      status text not null,
      reference text,
      failure text,
      created_at text not null,
      done_at text,
      done_by text,
      attempts integer not null,
      next_attempt_at text) strict;
CREATE TABLE register_answer (
      provider text not null,
      asked text not null,
      vehicle text,
      answered_at text not null,
      primary key (provider, asked)) strict;
CREATE TABLE sale_agreement (
      agreement_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      wording_version text not null,
      document text not null,
      document_sha256 text not null,
      issued_by text not null,
      issued_at text not null) strict;
CREATE TABLE service_booking (
      booking_id text primary key,
      hold_id text not null unique,
      customer_id integer references customer (id) on delete set null,
      registration text not null,
      outlet_code text not null,
      service_code text not null,
      service_name text not null,
      price_cents integer not null,
      ev_price_cents integer not null,
      starts_at text not null,
      ends_at text not null,
      details text not null,
      status text not null,
      version integer not null,
      created_at text not null,
      updated_at text not null, is_electric integer) strict;
CREATE TABLE service_hold (
      hold_id text primary key,
      outlet_code text not null,
      service_code text not null,
      starts_at text not null,
      network text not null,
      created_at text not null,
      held_until text not null) strict;
CREATE TABLE service_slot (
      outlet_code text not null,
      starts_at text not null,
      bay integer not null,
      owner_id text not null,
      held_until text,
      primary key (outlet_code, starts_at, bay)) strict;
CREATE TABLE "session" (
      session_id text primary key,
      customer_id integer references customer (id),
      staff_id integer references staff (id),
      generation integer not null,
      rotated_at text not null,
      replays integer not null,
      created_at text not null,
      revoked_at text,
      revoke_reason text,
      user_agent_hash text not null, device text not null default '', network text not null default '',
      check ((customer_id is null) <> (staff_id is null))) strict;
CREATE TABLE "staff" (
      id integer primary key autoincrement,
      first_name text not null,
      last_name text not null,
      email text not null,
      email_key text not null unique,
      password_hash text not null,
      roles text not null,
      created_at text not null, totp_secret text, totp_pending text, totp_since text, totp_last_step integer not null default 0) strict;
CREATE TABLE staff_recovery_code (
    code_hash text primary key,
    staff_id integer not null references staff (id) on delete cascade) strict;
CREATE TABLE "stock" (
      stock_id text primary key,
      kdcd text not null,
      colour_code text not null,
      outlet_code text,
      quantity integer not null check (quantity >= 0),
      eta_weeks integer) strict;
CREATE TABLE "trade_vehicle" (
      trade_vehicle_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      position integer not null,
      registration text not null,
      vin text,
      make text not null,
      model text not null,
      year integer not null,
      odometer_km integer not null,
      condition text,
      owing_cents integer not null,
      status text not null,
      guide_low_cents integer,
      guide_high_cents integer,
      offer_cents integer,
      offer_expires_at text,
      confirmed_date text, photos text not null default '[]') strict;
CREATE TABLE transfer_reference (
      reference text primary key,
      purchase_journey_id text not null unique references purchase_journey (purchase_journey_id) on delete cascade) strict;
CREATE TABLE watch (
      watch_id text primary key,
      key_hash text not null unique,
      email text not null,
      email_key text not null,
      configuration text not null,
      car text not null,
      price_cents integer not null,
      stock_level text not null,
      created_at text not null,
      confirmed_at text,
      told_at text,
      ends_at text not null,
      next_check_at text not null,
      unique (email_key, configuration)) strict;
CREATE TABLE webhook_attempt (
      attempt_id integer primary key autoincrement,
      endpoint_id text not null references webhook_endpoint (endpoint_id) on delete cascade,
      delivery_id integer not null references webhook_delivery (delivery_id) on delete cascade,
      at text not null,
      status integer,
      ms integer not null,
      error text) strict;
CREATE TABLE webhook_delivery (
      delivery_id integer primary key autoincrement,
      endpoint_id text not null references webhook_endpoint (endpoint_id) on delete cascade,
      event_id text not null,
      type text not null,
      subject text not null,
      payload text not null,
      attempts integer not null default 0,
      queued_at text not null,
      next_attempt_at text not null,
      give_up_at text not null,
      leased_until text,
      sent_at text,
      failed_at text,
      last_error text) strict;
CREATE TABLE webhook_endpoint (
      endpoint_id text primary key,
      url text not null,
      events text not null,
      secret text not null,
      created_at text not null,
      disabled_at text) strict;
CREATE INDEX acceptance_agreement on agreement_acceptance (agreement_id);
CREATE INDEX account_deletion_due on account_deletion (due_at) where done_at is null;
CREATE INDEX acting_customer on acting (customer_id);
CREATE INDEX address_point_address on address_point (address_id);
CREATE INDEX api_token_age on api_token (created_at);
CREATE INDEX audit_actor on audit (actor, seq);
CREATE INDEX audit_customer on audit (customer_id, seq);
CREATE INDEX captcha_used_age on captcha_used (expires_at);
CREATE INDEX customer_home_phone on customer (home_phone);
CREATE INDEX customer_mobile on customer (mobile_phone);
CREATE INDEX customer_search_name on customer (search_name);
CREATE INDEX customer_work_phone on customer (work_phone);
CREATE INDEX delivery_estimate_journey on delivery_estimate (purchase_journey_id);
CREATE INDEX delivery_event_journey on delivery_event (purchase_journey_id);
CREATE INDEX email_change_age on email_change (created_at);
CREATE INDEX file_removal_due on file_removal (due_at);
CREATE INDEX finance_signature_age on finance_signature (signed_at);
CREATE INDEX idempotency_age on idempotency (created_at);
CREATE INDEX journey_agreement on purchase_journey (status, last_activity_at, purchase_journey_id) where agreement_id is not null;
CREATE INDEX journey_application on purchase_journey (last_activity_at) where finance_application is not null;
CREATE INDEX journey_current_quote on purchase_journey (current_quote_id);
CREATE INDEX journey_customer on purchase_journey (customer_id, created_at);
CREATE INDEX journey_event_journey on journey_event (purchase_journey_id);
CREATE INDEX journey_original_quote on purchase_journey (original_quote_id);
CREATE INDEX journey_referred on purchase_journey (referred_at, purchase_journey_id) where referred_at is not null;
CREATE INDEX journey_status on purchase_journey (status, last_activity_at);
CREATE INDEX link_token_age on link_token (created_at);
CREATE INDEX link_token_customer on link_token (customer_id);
CREATE INDEX login_code_age on login_code (created_at);
CREATE INDEX login_code_customer on login_code (customer_id);
CREATE INDEX login_code_subject on login_code (subject, purpose, created_at);
CREATE INDEX message_address on message (email_key, created_at);
CREATE INDEX message_done on message (done_at, message_id) where done_at is not null;
CREATE INDEX message_todo on message (created_at, message_id) where done_at is null;
CREATE INDEX outbox_age on outbox (queued_at);
CREATE INDEX outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;
CREATE INDEX outbox_failed on outbox (queued_at) where failed_at is not null;
CREATE INDEX outbox_recipient on outbox (lower(recipient), queued_at);
CREATE INDEX outbox_sealed on outbox (queued_at) where sealed is not null;
CREATE INDEX outbox_text on outbox (queued_at) where text_body <> '';
CREATE INDEX ownership_registration on ownership (registration);
CREATE INDEX payment_due on payment (next_check_at) where next_check_at is not null;
CREATE INDEX payment_journey on payment (purchase_journey_id);
CREATE UNIQUE INDEX payment_one_live on payment (purchase_journey_id, type, method) where status in ('CREATED', 'PENDING');
CREATE UNIQUE INDEX payment_one_paid on payment (purchase_journey_id, type)
      where status = 'PAID' and duplicate = 0 and source <> 'MTF';
CREATE UNIQUE INDEX payment_one_transfer on payment (purchase_journey_id, type, source)
      where status = 'PENDING' and method is null;
CREATE INDEX payment_review on payment (created_at, payment_id) where status = 'NEEDS_REVIEW';
CREATE INDEX provider_event_age on provider_event (received_at);
CREATE UNIQUE INDEX purchase_file_same on purchase_file (purchase_journey_id, kind, trade_vehicle_id, sha256);
CREATE INDEX purchase_file_unread on purchase_file (purchase_journey_id, created_at) where kind = 'FINANCE_DOCUMENT' and read_at is null;
CREATE INDEX purchase_note_journey on purchase_note (purchase_journey_id, at);
CREATE INDEX quote_age on quote (created_at);
CREATE INDEX quote_code_quote on quote_code (quote_id);
CREATE INDEX quote_customer on quote (customer_id, created_at);
CREATE INDEX rate_age on rate (window_start);
CREATE INDEX recall_vehicle_recall on recall_vehicle (recall_number);
CREATE INDEX recall_vehicle_registration on recall_vehicle (registration);
CREATE INDEX refund_by_hand on refund (created_at) where status = 'BY_HAND';
CREATE INDEX refund_due on refund (next_attempt_at) where next_attempt_at is not null;
CREATE INDEX register_answer_age on register_answer (answered_at);
CREATE INDEX sale_agreement_journey on sale_agreement (purchase_journey_id, issued_at);
CREATE INDEX service_booking_customer on service_booking (customer_id, starts_at);
CREATE INDEX service_booking_end on service_booking (ends_at);
CREATE INDEX service_hold_age on service_hold (created_at);
CREATE INDEX service_hold_network on service_hold (network, held_until);
CREATE INDEX service_slot_age on service_slot (starts_at);
CREATE INDEX service_slot_held on service_slot (held_until) where held_until is not null;
CREATE INDEX service_slot_owner on service_slot (owner_id);
CREATE INDEX session_age on session (created_at);
CREATE INDEX session_customer on session (customer_id);
CREATE INDEX session_revoked on session (revoked_at) where revoked_at is not null;
CREATE INDEX session_staff on session (staff_id);
CREATE INDEX staff_recovery_code_staff on staff_recovery_code (staff_id);
CREATE INDEX stock_choice on stock (kdcd, colour_code);
CREATE INDEX trade_vehicle_journey on trade_vehicle (purchase_journey_id, position);
CREATE INDEX trade_vehicle_registration on trade_vehicle (registration);
CREATE INDEX trade_vehicle_requested on trade_vehicle (purchase_journey_id) where status = 'APPRAISAL_REQUESTED';
CREATE INDEX watch_due on watch (next_check_at);
CREATE INDEX webhook_attempt_delivery on webhook_attempt (delivery_id);
CREATE INDEX webhook_attempt_endpoint on webhook_attempt (endpoint_id, attempt_id);
CREATE INDEX webhook_delivery_age on webhook_delivery (queued_at);
CREATE INDEX webhook_delivery_failed on webhook_delivery (delivery_id) where failed_at is not null;
CREATE INDEX webhook_delivery_leased on webhook_delivery (endpoint_id) where leased_until is not null;
CREATE INDEX webhook_delivery_open on webhook_delivery (endpoint_id, subject, delivery_id) where sent_at is null and failed_at is null;
CREATE TRIGGER "agreement_acceptance_another_key" before update of "name" on "agreement_acceptance"
              when new."name" is null or old."name" is null or new."name" not like 'k%.%'
                or substr(new."name", 1, instr(new."name", '.')) = substr(old."name", 1, instr(old."name", '.'))
              begin select raise(abort, 'an agreement is not changed'); end;
CREATE TRIGGER "agreement_acceptance_no_update" before update of purchase_journey_id, agreement_id, method, accepted_by, accepted_at on "agreement_acceptance"
              begin select raise(abort, 'an agreement is not changed'); end;
CREATE TRIGGER audit_no_delete before delete on audit
            begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_no_update before update on audit
            begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER finance_signature_no_update before update on finance_signature
            begin select raise(abort, 'a signature is not changed'); end;
CREATE TRIGGER purchase_file_gone after delete on purchase_file
            begin insert or ignore into file_removal (file_id, due_at) values (old.file_id, ''); end;
CREATE TRIGGER "sale_agreement_another_key" before update of "document" on "sale_agreement"
              when new."document" is null or old."document" is null or new."document" not like 'k%.%'
                or substr(new."document", 1, instr(new."document", '.')) = substr(old."document", 1, instr(old."document", '.'))
              begin select raise(abort, 'an agreement is not changed'); end;
CREATE TRIGGER "sale_agreement_no_update" before update of agreement_id, purchase_journey_id, wording_version, document_sha256, issued_by, issued_at on "sale_agreement"
              begin select raise(abort, 'an agreement is not changed'); end;

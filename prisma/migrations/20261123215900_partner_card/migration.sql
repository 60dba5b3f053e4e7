-- A fee that is charged to the partner's own saved card.
ALTER TYPE scene_billing ADD VALUE 'partner_card';

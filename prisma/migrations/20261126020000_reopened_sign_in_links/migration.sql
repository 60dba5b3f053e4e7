-- A spent sign-in link leads the person that it signed in to its page again, as long as their session lasts.
ALTER TABLE "sessions" ADD COLUMN "link_token" TEXT;

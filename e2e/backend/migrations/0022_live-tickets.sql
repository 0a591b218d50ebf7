CREATE TABLE "live_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live_tickets" ADD CONSTRAINT "live_tickets_session_hash_auth_tokens_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."auth_tokens"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_tickets_session" ON "live_tickets" USING btree ("session_hash");
CREATE TABLE "paybacks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paybacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"cents" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"payment" text NOT NULL,
	"reference" text NOT NULL,
	"refunded_before" bigint,
	"refusal" text,
	"idempotency_key" text,
	"next_try_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paybacks_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "paybacks" ADD CONSTRAINT "paybacks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paybacks" ADD CONSTRAINT "paybacks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paybacks_user" ON "paybacks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "paybacks_order" ON "paybacks" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "paybacks_due" ON "paybacks" USING btree ("next_try_at") WHERE "paybacks"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "paybacks_open" ON "paybacks" USING btree ("payment","id") WHERE "paybacks"."state" = 'pending';
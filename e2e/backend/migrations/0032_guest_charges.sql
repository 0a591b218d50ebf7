CREATE TABLE "guest_charges" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"charge_point_id" text NOT NULL,
	"connector_id" integer NOT NULL,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"refusal" text
);
--> statement-breakpoint
ALTER TABLE "paybacks" ADD COLUMN "bank_id" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "guest_charge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_charges" ADD CONSTRAINT "guest_charges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_charges" ADD CONSTRAINT "guest_charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_charges_connector" ON "guest_charges" USING btree ("charge_point_id","connector_id","created_at");--> statement-breakpoint
CREATE INDEX "guest_charges_open" ON "guest_charges" USING btree ("paid_at") WHERE "guest_charges"."paid_at" is not null and "guest_charges"."closed_at" is null;
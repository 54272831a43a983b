// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * i2c-tap: an I2C bus of which everything can be read along, with one screen controller on it.
 *
 *   /dev/i2c-1    what the program opens
 *   /dev/i2c-tap  what an experiment reads: for each message a struct note, then the bytes written
 *
 * Parameters, writable in /sys/module/i2c_tap/parameters:
 *   address  the chip that answers; at any other the bus is empty (ENXIO)
 *   failure  an errno with which every transfer fails; 0 for none
 *   hertz    clock of the bus: a transfer takes as long as on the wire; 0 for no time
 *   dark     bit 6 of the status byte: the controller is off. It follows the commands AE and AF, and power that was
 *            lost is played by writing 1
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/uaccess.h>

static ushort address = 0x3c;
static int failure;
static uint hertz = 400000;
static bool dark = true;
static uint lost;
module_param(address, ushort, 0644);
module_param(failure, int, 0644);
module_param(hertz, uint, 0644);
module_param(dark, bool, 0644);
module_param(lost, uint, 0444);

struct note {
	u64 nanoseconds;
	u16 address;
	u16 length;
} __packed;

static DEFINE_KFIFO(notes, u8, 1 << 20);
static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(readers);

/* A row of commands begins with 00; 81 is contrast, and has one byte that is no command. */
static void follow_commands(const u8 *bytes, int length)
{
	int n;

	if (length < 2 || bytes[0] != 0x00)
		return;
	for (n = 1; n < length; n++) {
		if (bytes[n] == 0x81)
			n++;
		else if (bytes[n] == 0xae || bytes[n] == 0xaf)
			dark = bytes[n] == 0xae;
	}
}

static void note_message(const struct i2c_msg *message)
{
	struct note note = { ktime_get_ns(), message->addr, message->len };

	mutex_lock(&lock);
	if (kfifo_avail(&notes) < sizeof(note) + message->len) {
		lost++;
	} else {
		kfifo_in(&notes, (u8 *)&note, sizeof(note));
		kfifo_in(&notes, message->buf, message->len);
	}
	mutex_unlock(&lock);
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	unsigned int bits = 0;
	int n;

	for (n = 0; n < count; n++) {
		if (failure)
			return -failure;
		if (messages[n].addr != address)
			return -ENXIO;
		/* Start and stop, address and bytes with their acknowledgements. */
		bits += 11 + 9 * messages[n].len;
		if (messages[n].flags & I2C_M_RD) {
			memset(messages[n].buf, dark ? 0x40 : 0x00, messages[n].len);
			continue;
		}
		follow_commands(messages[n].buf, messages[n].len);
		note_message(&messages[n]);
	}
	wake_up_interruptible(&readers);
	if (hertz)
		fsleep(div_u64(1000000ULL * bits, hertz));
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.name = "i2c-tap",
	.nr = 1,
};

static ssize_t read_notes(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	unsigned int copied;
	int wrong;

	if (kfifo_is_empty(&notes)) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(readers, !kfifo_is_empty(&notes)))
			return -ERESTARTSYS;
	}
	mutex_lock(&lock);
	wrong = kfifo_to_user(&notes, to, count, &copied);
	mutex_unlock(&lock);
	return wrong ? wrong : copied;
}

static __poll_t poll_notes(struct file *file, poll_table *table)
{
	poll_wait(file, &readers, table);
	return kfifo_is_empty(&notes) ? 0 : EPOLLIN | EPOLLRDNORM;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = read_notes,
	.poll = poll_notes,
};

static struct miscdevice tap = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i2c-tap",
	.fops = &operations,
};

static int __init begin(void)
{
	int wrong = misc_register(&tap);

	if (wrong)
		return wrong;
	wrong = i2c_add_numbered_adapter(&adapter);
	if (wrong)
		misc_deregister(&tap);
	return wrong;
}

static void __exit end(void)
{
	i2c_del_adapter(&adapter);
	misc_deregister(&tap);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("An I2C bus that can be read along, for testing the drivers of screens");
MODULE_LICENSE("Dual MIT/GPL");
